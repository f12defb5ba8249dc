package sources

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sutura.dev/internal/settings"
	"sutura.dev/internal/warehouse"
	"sutura.dev/internal/warehouse/postgres"
)

func TestIdentityOf(t *testing.T) {
	ann := warehouse.Asker{Subject: "ann", Groups: []string{"staff", "eu", "eu_north"}, Claims: map[string]any{
		"sub": "ann", "role": "sales_eu", "app": map[string]any{"role": "deep"}, "tenant": "t1", "level": json.Number("7"), "admin": false, "teams": []any{"a", "b"}, "empty": "", "zero": "a\x00b", "none": nil}}
	type roles = map[string]string
	for name, c := range map[string]struct {
		by   settings.Subjects
		want postgres.Identity
		ok   bool
	}{
		"a claim":                     {settings.Subjects{RoleClaim: "role"}, postgres.Identity{Role: "sales_eu"}, true},
		"a claim inside another":      {settings.Subjects{RoleClaim: "/app/role"}, postgres.Identity{Role: "deep"}, true},
		"no such claim":               {settings.Subjects{RoleClaim: "roles"}, postgres.Identity{}, false},
		"an empty claim":              {settings.Subjects{RoleClaim: "empty"}, postgres.Identity{}, false},
		"a claim that is no text":     {settings.Subjects{RoleClaim: "level"}, postgres.Identity{}, false},
		"a subject":                   {settings.Subjects{SubjectRoles: roles{"ann": "a"}, GroupRoles: roles{"eu": "e"}}, postgres.Identity{Role: "a"}, true},
		"a group":                     {settings.Subjects{SubjectRoles: roles{"bob": "b"}, GroupRoles: roles{"eu": "e"}}, postgres.Identity{Role: "e"}, true},
		"groups of one role":          {settings.Subjects{GroupRoles: roles{"eu": "e", "eu_north": "e"}}, postgres.Identity{Role: "e"}, true},
		"groups of two roles":         {settings.Subjects{GroupRoles: roles{"eu": "e", "eu_north": "n"}}, postgres.Identity{}, false},
		"no group":                    {settings.Subjects{GroupRoles: roles{"us": "u"}}, postgres.Identity{}, false},
		"a group that is the subject": {settings.Subjects{GroupRoles: roles{"ann": "a"}}, postgres.Identity{}, false},
		"claims": {settings.Subjects{Claims: roles{"app.b": "level", "app.a": "tenant", "app.c": "admin", "app.d": "teams"}},
			postgres.Identity{Settings: []postgres.Setting{{Name: "app.a", Value: "t1"}, {Name: "app.b", Value: "7"}, {Name: "app.c", Value: "false"}, {Name: "app.d", Value: `["a","b"]`}}}, true},
		"a claim that is not there":   {settings.Subjects{Claims: roles{"app.a": "tenant", "app.b": "nothing"}}, postgres.Identity{}, false},
		"a claim that is null":        {settings.Subjects{Claims: roles{"app.a": "none"}}, postgres.Identity{}, false},
		"a claim without text":        {settings.Subjects{Claims: roles{"app.a": "empty"}}, postgres.Identity{}, false},
		"a claim that none can have":  {settings.Subjects{Claims: roles{"app.a": "zero"}}, postgres.Identity{}, false},
		"a role and a missing claim":  {settings.Subjects{RoleClaim: "role", Claims: roles{"app.a": "nothing"}}, postgres.Identity{}, false},
		"a role and a claim together": {settings.Subjects{RoleClaim: "role", Claims: roles{"app.a": "tenant"}}, postgres.Identity{Role: "sales_eu", Settings: []postgres.Setting{{Name: "app.a", Value: "t1"}}}, true},
	} {
		got, ok := identityOf(ann, &c.by)
		if ok != c.ok || ok && !cmp.Equal(got, c.want) {
			t.Errorf("%s: %+v, %t", name, got, ok)
		}
	}
	if got, ok := identityOf(warehouse.Asker{Claims: ann.Claims}, &settings.Subjects{RoleClaim: "role"}); ok {
		t.Errorf("nobody is %+v", got)
	}
}
