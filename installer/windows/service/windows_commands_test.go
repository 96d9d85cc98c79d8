package main

import (
	"reflect"
	"strings"
	"testing"
)

func TestServiceSidIsTheOneOfWindows(t *testing.T) {
	if sid := serviceSid("TrustedInstaller"); sid != installerSid {
		t.Fatal(sid)
	}
}

func TestRightsLeaveNobodyButTheServiceAndAdministrators(t *testing.T) {
	own := serviceSid(serviceName)
	wanted := [][]string{
		{`D:\Data`, "/setowner", "*S-1-5-32-544"},
		{`D:\Data`, "/inheritance:r", "/grant:r", "*S-1-5-18:(OI)(CI)F", "*S-1-5-32-544:(OI)(CI)F", "*" + own + ":(OI)(CI)M"},
		{`D:\Data\*`, "/setowner", "*S-1-5-32-544", "/T", "/L", "/Q"},
		{`D:\Data\*`, "/reset", "/T", "/L", "/Q"},
	}
	if got := dataRights(`D:\Data`, false); !reflect.DeepEqual(got, wanted) {
		t.Error(got)
	}
	if got := dataRights(`D:\Data`, true); !reflect.DeepEqual(got, wanted[:2]) {
		t.Error(got)
	}
}

func TestRightsLetUsersRunTheProgramsAlone(t *testing.T) {
	wanted := []string{`D:\P`, "/inheritance:r", "/grant:r", "*S-1-5-18:(OI)(CI)F", "*S-1-5-32-544:(OI)(CI)F", "*S-1-5-32-545:(OI)(CI)RX"}
	if got := programRights(`D:\P`)[1]; !reflect.DeepEqual(got, wanted) {
		t.Error(got)
	}
}

func TestOnlyDataOfAdministratorsAreTrusted(t *testing.T) {
	const user, other = "S-1-5-21-1-2-3-1001", "S-1-5-21-1-2-3-1002"
	for owner, wanted := range map[string]bool{systemSid: true, administratorsSid: true, user: true, other: false} {
		if isTrustedOwner(owner, user) != wanted {
			t.Error(owner)
		}
	}
}

func TestFirewallOpensThePortForTheProgramAlone(t *testing.T) {
	text := strings.Join(openPortArguments(`C:\P\millwright.exe`, 443), " ")
	for _, part := range []string{"add rule name=Millwright", "dir=in", "protocol=TCP", "localport=443", `program=C:\P\millwright.exe`} {
		if !strings.Contains(text, part) {
			t.Errorf("%s lacks %s", text, part)
		}
	}
	if text := strings.Join(closePortArguments(), " "); text != "advfirewall firewall delete rule name=Millwright" {
		t.Error(text)
	}
}

func TestEnvironmentOfTheAppliance(t *testing.T) {
	got := applianceEnvironment([]string{"Path=x", "bun_be_bun=1", "MILLWRIGHT_SERVICE=0", "MILLWRIGHT_HOST=::", `=C:=C:\x`})
	wanted := []string{"Path=x", "MILLWRIGHT_HOST=::", `=C:=C:\x`, "MILLWRIGHT_SERVICE=1"}
	if !reflect.DeepEqual(got, wanted) {
		t.Fatal(got)
	}
}

func TestErrorsAreSentences(t *testing.T) {
	for text, wanted := range map[string]string{"port 1 is in use": "Port 1 is in use.", "Invalid level.\r\n": "Invalid level."} {
		if got := asSentence(text); got != wanted {
			t.Error(got)
		}
	}
}
