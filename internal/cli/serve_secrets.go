package cli

import (
	"strings"

	"sutura.dev/internal/diag"
)

// leastSecret is how many characters a secret has.
const leastSecret = 32

// secrets reads the secrets that sign what resolve_bind asks: one a line, none where the settings name no file.
func (d *deployment) secrets() ([][]byte, diag.List) {
	path := d.serving.ResumeSecrets
	if path == "" {
		return nil, nil
	}
	no := func(message, hint string) ([][]byte, diag.List) {
		return nil, diag.List{{Code: diag.ServeFile, Message: message, Hint: hint}}
	}
	text, err := readText(path, 4<<10)
	if err != nil {
		return no("the file that resume_secrets names cannot be read", "Correct the path or its permissions.")
	}
	var out [][]byte
	for line := range strings.FieldsSeq(text) {
		if len(line) < leastSecret {
			return no("a secret in the file that resume_secrets names is shorter than 32 characters", "Make one: `openssl rand -hex 32`.")
		}
		out = append(out, []byte(line))
	}
	if len(out) == 0 {
		return no("the file that resume_secrets names holds no secret", "Make one: `openssl rand -hex 32`.")
	}
	return out, nil
}
