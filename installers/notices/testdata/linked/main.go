// Command linked is a program with a library in it, whose notices are read.
package main

import "github.com/spf13/pflag"

func main() { pflag.Parse() }
