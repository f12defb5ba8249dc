package settings

import (
	"fmt"
	"strconv"
	"strings"

	"sutura.dev/internal/diag"
)

const maxCount = 1000

func wanted(k Kind) string {
	switch k {
	case Path:
		return "a path"
	case Variable:
		return "the name of an environment variable"
	case Count:
		return fmt.Sprintf("a whole number from 1 to %d", maxCount)
	}
	return "a value"
}

// unfit says why a text is no value of the key, with an empty message when it is one.
func unfit(k Key, path, text string) (code diag.Code, message, hint string) {
	secret := "Put the connection string into an environment variable and name that with dsn_env, or into a file and name that with dsn_file."
	switch k.Kind {
	case Path:
		switch {
		case strings.Contains(text, "://"):
			return diag.SettingsSecret, path + " is a file or folder, and this is a connection string or an address", secret
		case strings.TrimSpace(text) == "" || strings.ContainsRune(text, 0):
			return diag.SettingsValue, path + " is empty", "Write " + wanted(k.Kind) + "."
		}
	case Variable:
		switch {
		case strings.ContainsAny(text, ":/=@ "):
			return diag.SettingsSecret, path + " names an environment variable, and this looks like a connection string", secret
		case !variableForm.MatchString(text):
			return diag.SettingsValue, path + " is " + wanted(k.Kind) + ", and this is none", "Write letters, digits and underscores."
		}
	case Count:
		if n, err := strconv.Atoi(text); err != nil || n < 1 || n > maxCount {
			return diag.SettingsValue, path + " is " + wanted(k.Kind) + ", and this is none", ""
		}
	}
	return "", "", ""
}
