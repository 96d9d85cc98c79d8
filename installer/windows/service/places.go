package main

import (
	"fmt"
	"strings"
)

// checkPlaces returns an error when the folders of program and data do not fit each other or the installation.
func checkPlaces(chosen choices, program string, found installation, systemRoot string) error {
	if found.exists() && !strings.EqualFold(found.program, program) {
		return fmt.Errorf("Millwright is installed in %s; uninstall it there first, which keeps the data", found.program)
	}
	if found.exists() && !strings.EqualFold(found.data, chosen.data) {
		return fmt.Errorf("the data are in %s; uninstall Millwright, which keeps them, move the folder, and install again with /DATA=%s", found.data, chosen.data)
	}
	for _, other := range []string{program, systemRoot} {
		if isWithin(chosen.data, other) || isWithin(other, chosen.data) {
			return fmt.Errorf("the data folder %s and %s must not contain each other", chosen.data, other)
		}
	}
	return nil
}

// isWithin reports whether a path is the folder or lies in it.
func isWithin(path, folder string) bool {
	return strings.HasPrefix(strings.ToLower(path)+`\`, strings.ToLower(strings.TrimRight(folder, `\`))+`\`)
}

// checkContents returns an error when a folder with these names in it holds anything but the data of an appliance.
func checkContents(folder string, names []string) error {
	known, others := false, false
	for _, name := range names {
		switch strings.ToLower(name) {
		case "agent.json":
			return fmt.Errorf("%s belongs to the Millwright agent of this PC; choose another folder with /DATA=", folder)
		case "millwright.db", "secrets.json", ".restoring":
			known = true
		// A first start that failed leaves these.
		case "logs", "backups", "owner.json", "owner.lock":
		default:
			others = true
		}
	}
	if others && !known {
		return fmt.Errorf("%s has other files in it; choose an empty folder with /DATA=", folder)
	}
	return nil
}

// checkProgramFiles returns an error when a folder with these names in it holds files that no earlier setup left:
// Windows would load a library from there into the programs.
func checkProgramFiles(folder string, names []string) error {
	for _, name := range names {
		switch strings.ToLower(name) {
		case "millwright.exe", "millwright-service.exe", "uninstall.exe", "third-party.txt", "next",
			"millwright.exe.previous", "millwright-service.exe.previous":
		default:
			return fmt.Errorf("%s has other files in it; choose an empty folder with /D=", folder)
		}
	}
	return nil
}
