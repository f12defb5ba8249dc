// Command sutura compiles catalogs of business metrics and answers questions about them.
package main

import (
	"os"

	"sutura.dev/internal/cli"
)

func main() {
	os.Exit(cli.Main(cli.Process{Args: os.Args[1:], In: os.Stdin, Out: stdout(), Err: os.Stderr, Environ: os.Environ()}))
}
