//go:build !windows

package main

import (
	"fmt"
	"os"
)

// The program is for Windows. Elsewhere its tests run, without what calls Windows.
func main() {
	fmt.Fprintln(os.Stderr, "This program runs on Windows.")
	os.Exit(2)
}
