package cli

import (
	"fmt"
	"strings"
)

// count is "1 metric", "2 metrics".
func count(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}

// short is a digest as people compare it: its first twelve hexadecimal digits.
func short(digest string) string {
	scheme, hex, ok := strings.Cut(digest, ":")
	if !ok || len(hex) < 12 {
		return digest
	}
	return scheme + ":" + hex[:12]
}
