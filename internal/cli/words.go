package cli

import "fmt"

// count is "1 metric", "2 metrics".
func count(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}
