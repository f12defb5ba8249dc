package settings

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sutura.dev/internal/diag"
)

// load reads text as the settings of a root, and returns the root.
func load(t *testing.T, text string, environ ...string) (*Settings, diag.List, string) {
	t.Helper()
	root := t.TempDir()
	if err := os.WriteFile(filepath.Join(root, FileName), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	s, found := Load(Find(root, "", environ), environ)
	return s, found, root
}

func TestLoad(t *testing.T) {
	s, found, root := load(t, "# where the data is\nsources:\n  shop: {path: data/shop.duckdb, max_connections: 3}\n  \"lake\":\n    path: /abs/lake\n  crm:\n    dsn_env: CRM_DSN\n  erp: {dsn_file: secrets/erp}\n")
	if len(found) > 0 {
		t.Fatal(found)
	}
	want := map[string]Source{
		"shop": {Path: filepath.Join(root, "data", "shop.duckdb"), MaxConnections: 3},
		"lake": {Path: "/abs/lake"},
		"crm":  {DSNEnv: "CRM_DSN"},
		"erp":  {DSNFile: filepath.Join(root, "secrets", "erp")},
	}
	if len(s.Sources) != len(want) {
		t.Errorf("sources are %v", s.Sources)
	}
	for alias, w := range want {
		got := s.Sources[alias]
		if got.Range.File != FileName || got.Range.Start.Line == 0 {
			t.Errorf("%s stands at %v", alias, got.Range)
		}
		got.Range = diag.Range{}
		if got != w {
			t.Errorf("%s is %+v", alias, got)
		}
	}
	var effective []string
	for _, e := range s.Effective() {
		if !strings.HasPrefix(e.Key, "sources.") {
			continue // TestServing
		}
		effective = append(effective, e.Key+" = "+e.Value+" ("+e.Origin+")")
	}
	if got, want := strings.Join(effective, "\n"), `sources.crm.dsn_env = CRM_DSN (sutura.yaml:7)
sources.crm.identity = service (default)
sources.crm.max_connections = 8 (default)
sources.erp.dsn_file = secrets/erp (sutura.yaml:8)
sources.erp.identity = service (default)
sources.erp.max_connections = 8 (default)
sources.lake.identity = service (default)
sources.lake.max_connections = 8 (default)
sources.lake.path = /abs/lake (sutura.yaml:5)
sources.shop.identity = service (default)
sources.shop.max_connections = 3 (sutura.yaml:3)
sources.shop.path = data/shop.duckdb (sutura.yaml:3)`; got != want {
		t.Errorf("effective settings:\n%s", got)
	}
}

func TestEmptySettings(t *testing.T) {
	for _, text := range []string{"", "# nothing yet\n", "sources:\n", "---\n", "sources: {}\n"} {
		if s, found, _ := load(t, text); len(found) > 0 || len(s.Sources) > 0 {
			t.Errorf("%q gives %v, %v", text, s.Sources, found)
		}
	}
	absent := filepath.Join(t.TempDir(), "sutura.yaml")
	if s, found := Load(File{Path: absent, Name: FileName}, nil); len(found) > 0 || len(s.Sources) > 0 {
		t.Errorf("no file gives %v, %v", s.Sources, found)
	}
	if _, found := Load(File{Path: absent, Name: "deploy/sutura.yaml", Required: true}, nil); len(found) != 1 || found[0].Code != diag.SettingsUnreadable || !strings.Contains(found[0].Message, "deploy/sutura.yaml") {
		t.Errorf("a file that was asked for gives %v", found)
	}
}

func TestFind(t *testing.T) {
	for _, c := range []struct {
		flag    string
		environ []string
		want    File
	}{
		{"", nil, File{Path: filepath.Join("r", "sutura.yaml"), Name: "sutura.yaml"}},
		{"", []string{"SUTURA_CONFIG=e.yaml"}, File{"e.yaml", "e.yaml", true}},
		{"f.yaml", []string{"SUTURA_CONFIG=e.yaml"}, File{"f.yaml", "f.yaml", true}},
	} {
		if got := Find("r", c.flag, c.environ); got != c.want {
			t.Errorf("flag %q and %v give %v", c.flag, c.environ, got)
		}
	}
}

func TestEnvironment(t *testing.T) {
	s, found, _ := load(t, "sources:\n  shop: {path: a.duckdb}\n  crm: {dsn_env: OLD}\n", "SUTURA_SOURCES_SHOP_PATH=b.duckdb", "SUTURA_SOURCES_SHOP_MAX_CONNECTIONS=2",
		"SUTURA_SOURCES_CRM_DSN_FILE=crm.dsn", "SUTURA_SOURCES_NEW_ONE_PATH=/n", "SUTURA_CONFIG=", "OTHER=1")
	if len(found) > 0 {
		t.Fatal(found)
	}
	got := fmt.Sprint(s.Sources["shop"].Path, s.Sources["shop"].MaxConnections, s.Sources["crm"].DSNFile, s.Sources["crm"].DSNEnv, s.Sources["new_one"].Path)
	if got != "b.duckdb2crm.dsn/n" {
		t.Errorf("gives %s", got)
	}
	if s.Sources["new_one"].Range.File != "" || s.Sources["shop"].Range.File == "" {
		t.Errorf("places: %v, %v", s.Sources["new_one"].Range, s.Sources["shop"].Range)
	}
	for _, c := range []struct {
		entry string
		code  diag.Code
		says  string
	}{
		{"SUTURA_SOURCES_SHOP_PAHT=x", diag.SettingsEnvironment, "SUTURA_SOURCES_SHOP_PATH?"},
		{"SUTURA_SOURCES_PATH=x", diag.SettingsEnvironment, "the source's name in capitals"},
		{"SUTURA_SOURCES_SHOP_MAX_CONNECTIONS=many", diag.SettingsValue, "whole number"},
		{"SUTURA_SOURCES_SHOP_PATH=", diag.SettingsValue, "empty"},
		{"SUTURA_SOURCES_SHOP_DSN_ENV=postgres://u:hunter2@h/d", diag.SettingsSecret, "dsn_env"},
	} {
		_, found, _ := load(t, "", c.entry)
		if len(found) != 1 || found[0].Code != c.code || !strings.Contains(found[0].Message+found[0].Hint, c.says) || strings.Contains(fmt.Sprint(found), "hunter2") {
			t.Errorf("%s gives %v (%v)", c.entry, found, found)
		}
	}
}

func TestFindings(t *testing.T) {
	for _, c := range []struct {
		text, at string // at is line:column-line:column
		code     diag.Code
		says     string
	}{
		{"sorces:\n  shop: {path: a}\n", "1:1-1:7", diag.SettingsUnknownKey, "Did you mean sources?"},
		{"color: red\n", "1:1-1:6", diag.SettingsUnknownKey, "holds the keys admission_timeout, audiences"},
		{"sources:\n  shop:\n    paht: a.duckdb\n", "3:5-3:9", diag.SettingsUnknownKey, "Did you mean path?"},
		{"sources: {shop: {path: a, größe: 1}}\n", "1:27-1:34", diag.SettingsUnknownKey, "holds the keys claims, dsn_env"},
		{"sources:\n  shop: {path: ä, paht: b}\n", "2:20-2:24", diag.SettingsUnknownKey, "Did you mean path?"},
		{"sources:\n  Shop: {path: a}\n", "2:3-2:7", diag.SettingsAlias, "lower-case"},
		{"sources:\n  shop: {path: a}\n  shop: {path: b}\n", "3:3-3:7", diag.SettingsRepeatedKey, "twice"},
		{"sources:\n  shop: {max_connections: 4}\n", "2:3-2:7", diag.SettingsPlace, "does not say"},
		{"sources:\n  shop:\n", "2:3-2:7", diag.SettingsPlace, "does not say"},
		{"sources:\n  shop: {path: a, dsn_env: B}\n", "2:16-2:17", diag.SettingsPlace, "more than once"},
		{"sources:\n  shop: {path: a, max_connections: \"4.5\"}\n", "2:36-2:41", diag.SettingsValue, "from 1 to 1000"},
		{"sources:\n  shop: {path: a, max_connections: 0}\n", "2:36-2:37", diag.SettingsValue, "from 1 to 1000"},
		{"sources:\n  shop: {path: [a]}\n", "2:16-2:17", diag.SettingsValue, "a path"},
		{"sources:\n  shop: {path: ~}\n", "2:16-2:17", diag.SettingsValue, "empty"},
		{"sources: {shop: data}\n", "1:17-1:21", diag.SettingsValue, "Write {path: ...}"},
		{"sources: a.duckdb\n", "1:10-1:18", diag.SettingsValue, "sources holds the names"},
		{"- sources\n", "1:1-1:2", diag.SettingsValue, "sutura.yaml holds the keys admission_timeout"},
		{"sources:\n  shop: {path: \"postgres://u:hunter2@h/d\"}\n", "2:16-2:42", diag.SettingsSecret, "dsn_env"},
		{"sources:\n  shop: {dsn_env: \"host=h password=hunter2\"}\n", "2:19-2:44", diag.SettingsSecret, "dsn_env"},
		{"sources:\n  shop: {dsn: \"host=h password=hunter2\"}\n", "2:10-2:13", diag.SettingsSecret, "dsn_env"},
		{"sources:\n  shop: {dsn_env: 2X}\n", "2:19-2:21", diag.SettingsValue, "environment variable"},
		{"sources: &a {shop: {path: a}}\n", "1:10-1:11", diag.SettingsValue, "sources holds"},
		{"sources:\n  <<: {path: a}\n", "2:3-2:5", diag.SettingsUnknownKey, "plain word"},
		{"sources:\n\tshop: {path: a}\n", "2:1-2:3", diag.SettingsSyntax, "spaces"},
		{"sources: {shop: {path: a}\n", "1:10-1:11", diag.SettingsSyntax, "not YAML"},
		{"sources: {}\n---\nsources: {}\n", "2:1-2:4", diag.SettingsSyntax, "second document"},
		{"sources: \xff\n", "0:0-0:0", diag.SettingsSyntax, "UTF-8"},
		{strings.Repeat("#", maxBytes+1), "0:0-0:0", diag.SettingsUnreadable, "64 KiB"},
	} {
		_, found, _ := load(t, c.text)
		if len(found) != 1 {
			t.Errorf("%.40q gives %v", c.text, found)
			continue
		}
		d := found[0]
		at := fmt.Sprintf("%d:%d-%d:%d", d.Range.Start.Line, d.Range.Start.Column, d.Range.End.Line, d.Range.End.Column)
		if d.Code != c.code || at != c.at || !strings.Contains(d.Message+" "+d.Hint, c.says) || d.Range.File != FileName {
			t.Errorf("%.60q gives %s at %s: %s; %s", c.text, d.Code, at, d.Message, d.Hint)
		}
		if strings.Contains(fmt.Sprint(found), "hunter2") {
			t.Errorf("%q echoes a secret: %v", c.text, found)
		}
		if _, known := diag.Lookup(d.Code); !known {
			t.Errorf("%s has no page", d.Code)
		}
	}
}

func FuzzLoad(f *testing.F) {
	for _, seed := range []string{"", "sources:\n  shop: {path: a, max_connections: 3}\n", "a: &x [*x]\n", "? {a: b}\n: c\n", "sources: !!set {a}\n", "- - - {", "\"\\", "%YAML 1.2\n---\na: |2-\n  x"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r := &reader{file: File{Name: FileName}, values: map[string]value{}, broken: map[string]bool{}, named: map[string]diag.Range{}}
		r.parse([]byte(text))
		r.sources()
		lines := strings.Split(text, "\n")
		for _, d := range r.found {
			if l := d.Range.Start.Line; l > len(lines) || l > 0 && (d.Range.Start.Column < 1 || d.Range.Start.Column > len(lines[l-1])+1 || d.Range.End.Column <= d.Range.Start.Column) {
				t.Errorf("%v lies outside the file", d.Range)
			}
		}
	})
}
