package question

import "strings"

// ParamAccepted says what ParseParam takes, for people.
const ParamAccepted = "a parameter's name and its values, such as carrier=UA,AA or when=2026-Q2; a value with a comma in quotes, as in city=\"Paris, Texas\""

// ParseParam reads a parameter of a saved question as --param says it: name=value,value, or name=range. What has two dots
// outside of quotes is one text. The error is a *Malformed.
func ParseParam(text string) (name string, values []string, err error) {
	name, rest, found := strings.Cut(text, "=")
	c := condition{}
	if !found || name == "" || !c.read(rest) {
		return "", nil, &Malformed{Path: "--param", Accepted: ParamAccepted}
	}
	if c.to {
		return name, []string{rest}, nil
	}
	return name, c.values, nil
}
