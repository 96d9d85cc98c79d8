package main

// rightsCommands returns the calls of icacls.exe that reserve the data folder for SYSTEM, the administrators and the
// account of the service. Below ProgramData anybody may have made the folder before, so its owner changes too.
// isEmpty leaves out the calls for files, which fail when there are none.
func rightsCommands(folder string, isEmpty bool) [][]string {
	full, modify := ":(OI)(CI)F", ":(OI)(CI)M"
	commands := [][]string{
		{folder, "/setowner", "*" + administratorsSid},
		{folder, "/inheritance:r", "/grant:r",
			"*" + systemSid + full, "*" + administratorsSid + full, "*" + serviceSid(serviceName) + modify},
	}
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
