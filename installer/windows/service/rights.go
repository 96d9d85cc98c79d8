package main

const (
	usersSid = "S-1-5-32-545"
	// inherited makes files and folders below have the same right.
	inherited = ":(OI)(CI)"
)

// dataRights returns the calls of icacls.exe that reserve the data folder for SYSTEM, the administrators and the account
// of the service.
func dataRights(folder string, isEmpty bool) [][]string {
	return rightsCommands(folder, isEmpty, "*"+serviceSid(serviceName)+inherited+"M")
}

// programRights returns the calls of icacls.exe that let users run the programs and administrators alone change them.
// Below Program Files it is so already; the administrator may have chosen another folder.
func programRights(folder string) [][]string {
	return rightsCommands(folder, false, "*"+usersSid+inherited+"RX")
}

// rightsCommands returns calls of icacls.exe. Below ProgramData anybody may have made the folder before, so its owner
// changes too. isEmpty leaves out the calls for files, which fail when there are none.
func rightsCommands(folder string, isEmpty bool, more ...string) [][]string {
	grants := []string{folder, "/inheritance:r", "/grant:r",
		"*" + systemSid + inherited + "F", "*" + administratorsSid + inherited + "F"}
	commands := [][]string{{folder, "/setowner", "*" + administratorsSid}, append(grants, more...)}
	if isEmpty {
		return commands
	}
	files := folder + `\*`
	return append(commands,
		// /L changes a link itself, never what it leads to.
		[]string{files, "/setowner", "*" + administratorsSid, "/T", "/L", "/Q"},
		[]string{files, "/reset", "/T", "/L", "/Q"},
	)
}

// isTrustedOwner reports whether data that belong to the owner may be served. currentUser is the administrator who
// runs the setup.
func isTrustedOwner(owner, currentUser string) bool {
	switch owner {
	case systemSid, administratorsSid, installerSid, serviceSid(serviceName), currentUser:
		return true
	}
	return false
}
