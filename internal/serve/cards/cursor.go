package cards

import (
	"encoding/base64"
	"strings"
)

// A cursor names the last name of a page and the bundle that it was a page of. It is a place in the caller's own list:
// whether the name exists is not looked up, so a made-up cursor tells nothing.
func writeCursor(last, digest string) string {
	return base64.RawURLEncoding.EncodeToString([]byte(pinned(digest) + "/" + last))
}

// readCursor returns the name to go on after; empty for no cursor. It is false for what is no cursor of this bundle.
func readCursor(cursor, digest string) (after string, ok bool) {
	if cursor == "" {
		return "", true
	}
	data, err := base64.RawURLEncoding.Strict().DecodeString(cursor)
	if err != nil {
		return "", false
	}
	of, after, found := strings.Cut(string(data), "/")
	return after, found && of == pinned(digest) && after != ""
}

// pinned is enough of a digest to tell bundles apart.
func pinned(digest string) string {
	digest = strings.TrimPrefix(digest, "sha256:")
	return digest[:min(16, len(digest))]
}
