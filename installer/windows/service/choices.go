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
