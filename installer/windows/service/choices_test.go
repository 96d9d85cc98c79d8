package main

import (
	"strings"
	"testing"
)

const programData = `C:\ProgramData`

func TestSwitchesChooseDefaultsWhenTheyAreLeftOut(t *testing.T) {
	chosen, err := readSwitches([]string{"/S", "/NCRC"}, installation{}, programData)
	wanted := choices{data: `C:\ProgramData\Millwright`, port: 8443, firewall: true}
	if err != nil || chosen != wanted {
		t.Fatalf("got %v, %v", chosen, err)
	}
}

func TestSwitchesKeepWhatWasInstalled(t *testing.T) {
	earlier := installation{program: `C:\P`, choices: choices{data: `D:\Data`, port: 9443, firewall: false}}
	chosen, err := readSwitches([]string{"/S"}, earlier, programData)
	if err != nil || chosen != earlier.choices {
		t.Fatalf("got %v, %v", chosen, err)
	}
	chosen, err = readSwitches([]string{"/PORT=443"}, earlier, programData)
	if err != nil || chosen.port != 443 || chosen.data != `D:\Data` {
		t.Fatalf("got %v, %v", chosen, err)
	}
}

func TestSwitchesTakeAnyAbsoluteFolder(t *testing.T) {
	for given, wanted := range map[string]string{
		`D:\Millwright`:      `D:\Millwright`,
		`D:/Werk Süd/Daten/`: `D:\Werk Süd\Daten`,
		`d:\データ & (1)`:       `d:\データ & (1)`,
	} {
		chosen, err := readSwitches([]string{"/DATA=" + given}, installation{}, programData)
		if err != nil || chosen.data != wanted {
			t.Errorf("%s: got %q, %v", given, chosen.data, err)
		}
	}
}

func TestSwitchesAreRefused(t *testing.T) {
	for given, reason := range map[string]string{
		"/X":                   "no switch /X",
		"/PORT":                "no switch /PORT",
		"/port=80":             "no switch /port",
		"data":                 "no switch data",
		"/S=1":                 "no switch /S=1",
		"/PORT=0":              "1 to 65535",
		"/PORT=65536":          "1 to 65535",
		"/PORT=80 ":            "1 to 65535",
		"/DATA=":               "whole path",
		"/DATA=data":           "whole path",
		`/DATA=\data`:          "whole path",
		`/DATA=C:data`:         "whole path",
		`/DATA=\\server\share`: "whole path",
		`/DATA=\\?\C:\data`:    "whole path",
		`/DATA=C:\`:            "root of a drive",
		`/DATA=C:`:             "root of a drive",
		`/DATA=C:/`:            "root of a drive",
		`/DATA=C:\a\..\b`:      "not a path",
		`/DATA=C:\a\\b`:        "not a path",
		`/DATA=C:\a"b`:         "not a path",
		`/DATA=C:\a. `:         "not a path",
		`/DATA=C:\a:b`:         "not a path",
	} {
		_, err := readSwitches([]string{given}, installation{}, programData)
		if err == nil || !strings.Contains(err.Error(), reason) {
			t.Errorf("%s: got %v", given, err)
		}
	}
}

func TestPlacesAreRefused(t *testing.T) {
	earlier := installation{program: `C:\Program Files\Millwright`, choices: choices{data: `D:\Data`}}
	for _, one := range []struct {
		data, program, reason string
		found                 installation
	}{
		{`D:\Data`, `C:\Other`, "is installed in", earlier},
		{`D:\Other`, `C:\Program Files\Millwright`, "the data are in", earlier},
		{`C:\P\data`, `C:\P`, "contain each other", installation{}},
		{`C:\P`, `c:\p\bin`, "contain each other", installation{}},
		{`C:\WINDOWS\x`, `C:\P`, "contain each other", installation{}},
	} {
		err := checkPlaces(choices{data: one.data}, one.program, one.found, `C:\Windows`)
		if err == nil || !strings.Contains(err.Error(), one.reason) {
			t.Errorf("%v: got %v", one, err)
		}
	}
	if err := checkPlaces(choices{data: `d:\data`}, `c:\program files\millwright`, earlier, `C:\Windows`); err != nil {
		t.Error(err)
	}
	if err := checkPlaces(choices{data: `C:\PX`}, `C:\P`, installation{}, `C:\Windows`); err != nil {
		t.Error(err)
	}
}

func TestAFolderWithOtherFilesIsRefused(t *testing.T) {
	for _, names := range [][]string{{}, {"logs"}, {"Millwright.db", "files"}, {"secrets.json"}, {".restoring", "x"}} {
		if err := checkContents("D", names); err != nil {
			t.Errorf("%v: %v", names, err)
		}
	}
	for _, names := range [][]string{{"x.txt"}, {"logs", "x"}, {"agent.json"}, {"millwright.db", "agent.json"}} {
		if err := checkContents("D", names); err == nil {
			t.Errorf("%v was taken", names)
		}
	}
}

func TestSettingsAreAnIniFile(t *testing.T) {
	text := settingsText(choices{data: `D:\Data`, port: 443, firewall: true}, false)
	if text != "[setup]\r\ndata=D:\\Data\r\nport=443\r\nfirewall=1\r\nupgrade=0\r\n" {
		t.Fatal(text)
	}
}

func TestAProgramFolderWithOtherFilesIsRefused(t *testing.T) {
	if err := checkProgramFiles("P", []string{"Millwright.exe", "uninstall.exe", "next"}); err != nil {
		t.Error(err)
	}
	if err := checkProgramFiles("P", []string{"millwright.exe", "version.dll"}); err == nil {
		t.Error("a library was taken")
	}
}
