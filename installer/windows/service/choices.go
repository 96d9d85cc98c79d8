package main

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

const defaultPort = 8443

// choices are what the setup needs to know.
type choices struct {
	// data is the absolute path of the data folder.
	data     string
	port     int
	firewall bool
}

// installation is what an earlier setup left. A zero value means that there is none.
type installation struct {
	// program is the folder of the program.
	program string
	choices
}

func (found installation) exists() bool { return found.program != "" }

// readSwitches returns what the switches of the setup choose. What they leave out is as it was installed, or else the
// default. It returns an error for a switch that the setup does not have.
func readSwitches(switches []string, found installation, programData string) (choices, error) {
	chosen := choices{data: programData + `\Millwright`, port: defaultPort, firewall: true}
	if found.exists() {
		chosen = found.choices
	}
	for _, given := range switches {
		name, value, hasValue := strings.Cut(given, "=")
		var err error
		switch {
		// NSIS understands these two by itself: silent, and without a check of its own sums.
		case given == "/S", given == "/NCRC":
		case given == "/NOFIREWALL":
			chosen.firewall = false
		case name == "/PORT" && hasValue:
			chosen.port, err = readPort(value)
		case name == "/DATA" && hasValue:
			chosen.data, err = readDataFolder(value)
		default:
			err = fmt.Errorf("the setup has no switch %s; it has /S /PORT=n /DATA=folder /NOFIREWALL and, as the last one, /D=folder", given)
		}
		if err != nil {
			return choices{}, err
		}
	}
	return chosen, nil
}

func readPort(text string) (int, error) {
	port, err := strconv.ParseUint(text, 10, 16)
	if err != nil || port == 0 {
		return 0, fmt.Errorf("/PORT=%s must be a number from 1 to 65535", text)
	}
	return int(port), nil
}

var (
	drivePath = regexp.MustCompile(`^[A-Za-z]:\\`)
	// forbidden holds what Windows allows in no name; a quotation mark would end the argument of the service.
	forbidden = regexp.MustCompile(`[<>:"/|?*\x00-\x1f]`)
)

// readDataFolder returns the path without its last backslashes. It returns an error for anything but an absolute path
// below the root of a drive.
func readDataFolder(text string) (string, error) {
	path := strings.TrimRight(strings.ReplaceAll(text, "/", `\`), `\`)
	if !drivePath.MatchString(path + `\`) {
		return "", fmt.Errorf(`/DATA=%s must be a whole path on a disk of this machine, such as D:\Millwright`, text)
	}
	if len(path) == 2 {
		return "", fmt.Errorf("/DATA=%s is the root of a drive; name a folder on it", text)
	}
	for _, part := range strings.Split(path[3:], `\`) {
		if part == "" || part == "." || part == ".." || forbidden.MatchString(part) || strings.TrimRight(part, " .") != part {
			return "", fmt.Errorf("/DATA=%s is not a path that Windows allows", text)
		}
	}
	return path, nil
}

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

// settingsText returns the choices as the setup reads them: an INI file.
func settingsText(chosen choices, isUpgrade bool) string {
	return fmt.Sprintf("[setup]\r\ndata=%s\r\nport=%d\r\nfirewall=%d\r\nupgrade=%d\r\n",
		chosen.data, chosen.port, asNumber(chosen.firewall), asNumber(isUpgrade))
}

func asNumber(value bool) int {
	if value {
		return 1
	}
	return 0
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
