// millwright-service.exe runs the appliance as a Windows service, and does for the setup what needs Windows: rights,
// the service with its recovery, the firewall, the event log.
package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
)

const usage = `millwright-service doctor | reset-password | migrate | backup | restore | support ...   millwright.exe with the data of the service
The rest is for the setup and for Windows:
millwright-service check --ini FILE --program FOLDER [--draft] -- SWITCHES   validates the switches of the setup
millwright-service install --data FOLDER --port PORT --firewall 0|1
millwright-service start | stop | uninstall | remove-data
millwright-service run --data FOLDER --port PORT`

// Exit codes.
const (
	succeeded = 0
	failed    = 1
	misused   = 2
)

func main() {
	os.Exit(dispatch(os.Args[1:]))
}

func dispatch(arguments []string) int {
	if len(arguments) == 0 {
		fmt.Println(usage)
		return misused
	}
	rest := arguments[1:]
	switch arguments[0] {
	case "run":
		return report(runService(rest))
	case "check":
		return report(check(rest))
	case "install":
		return report(install(rest))
	case "start":
		return report(startService())
	case "stop":
		return report(stopService())
	case "uninstall":
		return report(uninstall())
	case "remove-data":
		return report(removeData())
	case "doctor", "reset-password", "migrate", "backup", "restore", "support":
		return runWithData(arguments)
	}
	fmt.Println(usage)
	return misused
}

// report prints an error, also into the file that MILLWRIGHT_SETUP_LOG names, and returns the exit code.
func report(err error) int {
	if err == nil {
		return succeeded
	}
	fmt.Fprintln(setupOutput(), asSentence(err.Error()))
	return failed
}

// setupOutput returns where messages go: the caller, and the log of the setup when there is one.
func setupOutput() io.Writer {
	path := os.Getenv("MILLWRIGHT_SETUP_LOG")
	if path == "" {
		return os.Stdout
	}
	file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return os.Stdout
	}
	return io.MultiWriter(os.Stdout, file)
}

// appliancePath returns the path of millwright.exe, which lies beside this program.
func appliancePath() (string, error) {
	own, err := os.Executable()
	if err != nil {
		return "", err
	}
	return filepath.Join(filepath.Dir(own), "millwright.exe"), nil
}

// runWithData runs a command of millwright.exe with the data folder of the service, unless the caller names another.
func runWithData(arguments []string) int {
	found, err := readInstallation()
	if err != nil {
		return report(err)
	}
	program, err := appliancePath()
	if err != nil {
		return report(err)
	}
	process := exec.Command(program, arguments...)
	process.Stdin, process.Stdout, process.Stderr = os.Stdin, os.Stdout, os.Stderr
	process.Env = os.Environ()
	if found.exists() {
		process.Env = append(process.Env, "MILLWRIGHT_DATA="+found.data)
	}
	err = process.Run()
	if process.ProcessState != nil {
		return process.ProcessState.ExitCode()
	}
	return report(err)
}
