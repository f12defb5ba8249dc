package settings

import (
	"maps"
	"slices"
	"strings"

	"sutura.dev/internal/diag"
	"sutura.dev/internal/nearest"
)

// sourcePrefix begins every variable that overrides a source's setting.
const sourcePrefix = "SUTURA_SOURCES_"

// override applies the variables that name a setting: SUTURA_SOURCES_SHOP_PATH is sources.shop.path. One that says
// where a source is displaces what the file says about that.
func (r *reader) override(env map[string]string) {
	r.overrideServing(env)
	for _, name := range slices.Sorted(maps.Keys(env)) {
		if !strings.HasPrefix(name, sourcePrefix) {
			continue
		}
		k, alias, ok := overridden(name)
		if !ok {
			r.add(diag.SettingsEnvironment, diag.Range{}, "the environment variable "+name+" overrides no setting", suggestion(name))
			continue
		}
		if slices.Contains(places(), k.field()) {
			maps.DeleteFunc(r.values, func(path string, v value) bool {
				of, found := strings.CutPrefix(path, "sources."+alias+".")
				return found && v.at.File != "" && slices.Contains(places(), of)
			})
		}
		if _, known := r.named[alias]; !known {
			r.named[alias] = diag.Range{}
		}
		if code, message, hint := unfit(k, name, env[name]); message != "" {
			r.broken[alias] = true
			r.add(code, diag.Range{}, message, hint)
			continue
		}
		r.values["sources."+alias+"."+k.field()] = value{text: env[name]}
	}
}

// overridden is the key and the source that a variable names.
func overridden(name string) (k Key, alias string, ok bool) {
	for _, k := range sourceKeys() {
		if rest, found := strings.CutSuffix(name, "_"+strings.ToUpper(k.field())); found {
			alias := strings.ToLower(strings.TrimPrefix(rest, sourcePrefix))
			return k, alias, strings.HasPrefix(rest, sourcePrefix) && aliasForm.MatchString(alias)
		}
	}
	return Key{}, "", false
}

// suggestion finds the field that the end of a variable's name was meant to be.
func suggestion(name string) string {
	var fields []string
	for _, k := range sourceKeys() {
		fields = append(fields, strings.ToUpper(k.field()))
	}
	for i := len(name) - 1; i > len(sourcePrefix); i-- {
		if name[i] != '_' {
			continue
		}
		if near, ok := nearest.Name(name[i+1:], fields); ok {
			return "Did you mean " + name[:i+1] + near + "?"
		}
	}
	return "write " + sourcePrefix + ", the source's name in capitals, and one of _" + strings.Join(fields, ", _")
}
