package sources

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"sutura.dev/internal/settings"
	"sutura.dev/internal/warehouse"
	"sutura.dev/internal/warehouse/postgres"
)

// database opens a PostgreSQL database, whose questions run as those who ask where the settings say who these are there.
func database(ctx context.Context, o postgres.Options, subjects *settings.Subjects) (warehouse.Source, error) {
	if subjects == nil {
		return postgres.Open(ctx, o)
	}
	o.Delegates = &postgres.Delegates{Settings: slices.Collect(maps.Keys(subjects.Claims)), Login: subjects.RoleClaim == "" && subjects.SubjectRoles == nil && subjects.GroupRoles == nil}
	for _, roles := range []map[string]string{subjects.SubjectRoles, subjects.GroupRoles} {
		for _, role := range roles {
			if !slices.Contains(o.Delegates.Roles, role) {
				o.Delegates.Roles = append(o.Delegates.Roles, role)
			}
		}
	}
	opened, err := postgres.Open(ctx, o)
	if err != nil {
		return nil, err
	}
	return &delegating{opened, subjects}, nil
}

// delegating is a database with the settings' word on who an asker is there.
type delegating struct {
	*postgres.Source
	subjects *settings.Subjects
}

var _ warehouse.Delegating = (*delegating)(nil)

// For is the database as an asker reads it.
func (d *delegating) For(who warehouse.Asker) (as warehouse.Source, key string, ok bool) {
	identity, ok := identityOf(who, d.subjects)
	if !ok {
		return nil, "", false
	}
	parts := []string{identity.Role}
	for _, s := range identity.Settings {
		parts = append(parts, s.Name, s.Value)
	}
	text, _ := json.Marshal(parts) // of texts
	return d.As(identity), string(text), true
}

// identityOf finds who an asker is; false where the settings or the token do not say, or say it in more than one way.
func identityOf(who warehouse.Asker, by *settings.Subjects) (postgres.Identity, bool) {
	var out postgres.Identity
	if who.Subject == "" {
		return out, false
	}
	switch {
	case by.RoleClaim != "":
		role, ok := settings.ClaimOf(who.Claims, by.RoleClaim).(string)
		if !ok || role == "" {
			return out, false
		}
		out.Role = role
	case by.SubjectRoles != nil || by.GroupRoles != nil:
		roles := []string{}
		if role, ok := by.SubjectRoles[who.Subject]; ok {
			roles = append(roles, role)
		} else {
			for _, group := range who.Groups {
				if role, ok := by.GroupRoles[group]; ok && !slices.Contains(roles, role) {
					roles = append(roles, role)
				}
			}
		}
		if len(roles) != 1 {
			return out, false
		}
		out.Role = roles[0]
	}
	for _, name := range slices.Sorted(maps.Keys(by.Claims)) {
		value, ok := spelled(settings.ClaimOf(who.Claims, by.Claims[name]))
		if !ok {
			return out, false
		}
		out.Settings = append(out.Settings, postgres.Setting{Name: name, Value: value})
	}
	return out, true
}

// spelled writes a claim as a setting has it: a text as it is, all else as JSON; false for none, and for an empty text,
// which a setting that was never set has too.
func spelled(claim any) (string, bool) {
	switch c := claim.(type) {
	case nil:
		return "", false
	case string:
		return c, c != "" && !strings.ContainsRune(c, 0)
	}
	text, err := json.Marshal(claim)
	return string(text), err == nil
}
