package main

import "strings"

// serviceSwitch tells millwright.exe that a closed standard input means "stop".
const serviceSwitch = "MILLWRIGHT_SERVICE=1"

// applianceEnvironment returns the environment of the appliance. BUN_BE_BUN would turn millwright.exe into the
// command line of its runtime, so it is removed. Names have no letter case on Windows.
func applianceEnvironment(inherited []string) []string {
	environment := []string{}
	for _, entry := range inherited {
		name, _, _ := strings.Cut(entry, "=")
		if strings.EqualFold(name, "BUN_BE_BUN") || strings.EqualFold(name, "MILLWRIGHT_SERVICE") {
			continue
		}
		environment = append(environment, entry)
	}
	return append(environment, serviceSwitch)
}
