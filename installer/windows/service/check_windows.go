package main

import (
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"net"
	"os"
	"unicode/utf16"

	"golang.org/x/sys/windows"
)

// check validates the switches of the setup and writes what they choose to an INI file. It changes nothing else.
func check(arguments []string) error {
	flags := flag.NewFlagSet("check", flag.ContinueOnError)
	ini := flags.String("ini", "", "file that receives the choices")
	program := flags.String("program", "", "folder of the program")
	isDraft := flags.Bool("draft", false, "the dialogs of the setup can still change the folders and the port")
	if err := flags.Parse(arguments); err != nil {
		return err
	}
	found, err := readInstallation()
	if err != nil {
		return err
	}
	chosen, err := readSwitches(flags.Args(), found, os.Getenv("ProgramData"))
	if err != nil {
		return err
	}
	if !*isDraft || found.exists() {
		if err := checkMachine(chosen, *program, found); err != nil {
			return err
		}
	}
	return os.WriteFile(*ini, inUtf16(settingsText(chosen, found.exists())), 0o600)
}

// checkMachine returns an error when the choices do not fit what is on this machine.
func checkMachine(chosen choices, program string, found installation) error {
	if err := checkPlaces(chosen, program, found, os.Getenv("SystemRoot")); err != nil {
		return err
	}
	if !found.exists() {
		names, err := namesIn(program)
		if err != nil {
			return err
		}
		if err := checkProgramFiles(program, names); err != nil {
			return err
		}
	}
	if err := checkFolder(chosen.data); err != nil {
		return err
	}
	if found.exists() && found.port == chosen.port {
		return nil
	}
	return checkPort(chosen.port)
}

// checkFolder returns an error for data that somebody without rights may have put there: the service would serve them.
func checkFolder(folder string) error {
	if err := checkDrive(folder); err != nil {
		return err
	}
	names, err := namesIn(folder)
	if err != nil || len(names) == 0 {
		return err
	}
	if err := checkContents(folder, names); err != nil {
		return err
	}
	owner, user, err := ownerOf(folder)
	if err != nil {
		return err
	}
	if !isTrustedOwner(owner, user) {
		return fmt.Errorf("%s belongs to a user (%s) who is no administrator; choose another folder with /DATA=, or take it over first: icacls \"%s\" /setowner *%s /T", folder, owner, folder, administratorsSid)
	}
	return nil
}

// namesIn returns the names of what is in a folder; none when the folder does not exist.
func namesIn(folder string) ([]string, error) {
	entries, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	names := []string{}
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return names, err
}

// checkDrive returns an error for a drive that is not a disk of this machine.
func checkDrive(folder string) error {
	root, err := windows.UTF16PtrFromString(folder[:3])
	if err != nil {
		return err
	}
	if kind := windows.GetDriveType(root); kind != windows.DRIVE_FIXED && kind != windows.DRIVE_REMOVABLE {
		return fmt.Errorf("%s is not a disk of this machine", folder[:3])
	}
	return nil
}

// ownerOf returns the SIDs of the owner of a folder and of the current user.
func ownerOf(folder string) (owner, user string, err error) {
	security, err := windows.GetNamedSecurityInfo(folder, windows.SE_FILE_OBJECT, windows.OWNER_SECURITY_INFORMATION)
	if err != nil {
		return "", "", err
	}
	sid, _, err := security.Owner()
	if err != nil {
		return "", "", err
	}
	current, err := windows.GetCurrentProcessToken().GetTokenUser()
	if err != nil {
		return "", "", err
	}
	return sid.String(), current.User.Sid.String(), nil
}

// checkPort returns an error for a port that another program uses.
func checkPort(port int) error {
	listener, err := net.Listen("tcp", fmt.Sprintf("0.0.0.0:%d", port))
	if err != nil {
		return fmt.Errorf("port %d is in use by another program; choose another one with /PORT=", port)
	}
	return listener.Close()
}

// inUtf16 returns the text with a byte order mark, as Windows reads INI files with letters of any alphabet.
func inUtf16(text string) []byte {
	bytes := []byte{0xff, 0xfe}
	for _, unit := range utf16.Encode([]rune(text)) {
		bytes = binary.LittleEndian.AppendUint16(bytes, unit)
	}
	return bytes
}
