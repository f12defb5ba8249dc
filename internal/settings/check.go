package settings

import (
	"fmt"
	"math"
	"net"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"sutura.dev/internal/diag"
)

const maxCount = 1000

func wanted(k Key) string {
	switch k.Kind {
	case Path:
		return "a path"
	case Variable:
		return "the name of an environment variable"
	case Count:
		return fmt.Sprintf("a whole number from 1 to %d", maxCount)
	case Whole:
		return fmt.Sprintf("a whole number from %d to %d", k.Least, k.Most)
	case Duration:
		return fmt.Sprintf("a time from %s to %s, such as 30s", milliseconds(k.Least), milliseconds(k.Most))
	case Choice:
		return "one of " + strings.Join(k.Enum, ", ")
	case Choices:
		return "a list of " + strings.Join(k.Enum, ", ")
	case Names:
		return "a list of words"
	case Address:
		return "a host and a port, such as 127.0.0.1:8080"
	case Link:
		return "an http or https address without a user or a password"
	case Alias:
		return "the name of a source"
	case Sentence:
		return "a sentence of 10 to 500 characters"
	case Digest:
		return "a digest as `sutura compile` prints it, sha256: and 64 digits"
	case Claim:
		return "the name of a claim, or a JSON pointer to one such as /realm_access/roles"
	case Pairs:
		return "a mapping of names to a word each"
	case Groups:
		return "a mapping of names to lists of words"
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
			return diag.SettingsValue, path + " is empty", "Write " + wanted(k) + "."
		}
	case Variable:
		switch {
		case strings.ContainsAny(text, ":/=@ "):
			return diag.SettingsSecret, path + " names an environment variable, and this looks like a connection string", secret
		case !variableForm.MatchString(text):
			return diag.SettingsValue, path + " is " + wanted(k) + ", and this is none", "Write letters, digits and underscores."
		}
	default:
		if !fits(k, text) {
			return diag.SettingsValue, path + " is " + wanted(k) + ", and this is none", ""
		}
	}
	return "", "", ""
}

// fits reports whether a text is a value of a key that names no place.
func fits(k Key, text string) bool {
	switch k.Kind {
	case Count, Whole:
		least, most := k.Least, k.Most
		if k.Kind == Count {
			least, most = 1, maxCount
		}
		n, err := strconv.Atoi(text)
		return err == nil && n >= least && n <= most
	case Duration:
		d, err := time.ParseDuration(text)
		return err == nil && d >= milliseconds(k.Least) && d <= milliseconds(k.Most)
	case Choice:
		return slices.Contains(k.Enum, text)
	case Choices:
		return !slices.ContainsFunc(words(text), func(w string) bool { return !slices.Contains(k.Enum, w) })
	case Names:
		return !slices.ContainsFunc(words(text), func(w string) bool { return !wordForm.MatchString(w) })
	case Address:
		host, port, err := net.SplitHostPort(text)
		n, wrong := strconv.ParseUint(port, 10, 16)
		return text == "off" && k.Path == opsAddr || err == nil && wrong == nil && n <= math.MaxUint16 && !strings.ContainsAny(host, " /@")
	case Link:
		u, err := url.Parse(text)
		return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" && u.User == nil
	case Digest:
		return digestForm.MatchString(text)
	case Claim:
		return isClaim(text)
	case Pairs:
		return pairs(text) != nil
	case Groups:
		return groups(text) != nil
	case Alias:
		return aliasForm.MatchString(text)
	case Sentence:
		n := utf8.RuneCountInString(strings.TrimSpace(text))
		return n >= 10 && n <= 500 && !strings.ContainsFunc(text, unicode.IsControl)
	case Path, Variable:
	}
	return false
}

// Takes reports whether a text is a value of a key, and Wanted says what is.
func Takes(path, text string) bool {
	k, ok := lookup(path)
	return ok && fits(k, text)
}

// Wanted says what a key takes, for people.
func Wanted(path string) string {
	k, _ := lookup(path)
	return wanted(k)
}

func milliseconds(n int) time.Duration { return time.Duration(n) * time.Millisecond }

// words are the elements of a list as values keep it.
func words(text string) []string {
	out := []string{}
	for w := range strings.SplitSeq(text, ",") {
		if w = strings.TrimSpace(w); w != "" {
			out = append(out, w)
		}
	}
	return out
}
