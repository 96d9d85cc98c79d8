package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/windows"
	"golang.org/x/sys/windows/registry"
	"golang.org/x/sys/windows/svc/eventlog"
	"golang.org/x/sys/windows/svc/mgr"
)

// preshutdownMs is how long Windows waits for the service before it shuts down.
const preshutdownMs = 30_000

// recovery is what Windows does when the service fails: it starts it again, each time.
var recovery = []mgr.RecoveryAction{
	{Type: mgr.ServiceRestart, Delay: 5 * time.Second},
	{Type: mgr.ServiceRestart, Delay: 30 * time.Second},
	{Type: mgr.ServiceRestart, Delay: time.Minute},
}

// recoveryResetSeconds is the time without a failure after which Windows counts from the first action again.
const recoveryResetSeconds = 24 * 60 * 60

// install prepares the data folder and creates the service, or updates the one that is there. It does not start it.
func install(arguments []string) error {
	flags := flag.NewFlagSet("install", flag.ContinueOnError)
	data := flags.String("data", "", "absolute path of the data folder")
	port := flags.Int("port", defaultPort, "port of the appliance")
	firewall := flags.Int("firewall", 1, "1 opens the port in the firewall")
	if err := flags.Parse(arguments); err != nil {
		return err
	}
	chosen := choices{data: *data, port: *port, firewall: *firewall == 1}
	found, err := readInstallation()
	if err != nil {
		return err
	}
	// An upgrade keeps the rights that an administrator has added.
	if !found.exists() {
		if err := protectFolders(chosen.data); err != nil {
			return err
		}
	}
	if err := createService(chosen); err != nil {
		return err
	}
	if err := registerEvents(); err != nil {
		return err
	}
	if err := setFirewall(chosen); err != nil {
		return err
	}
	return writeInstallation(chosen)
}

// protectFolders creates the data folder, reserves it for the service and the administrators, and takes the right to
// change the programs from everybody else.
func protectFolders(data string) error {
	if err := os.MkdirAll(data, 0o700); err != nil {
		return err
	}
	names, err := namesIn(data)
	if err != nil {
		return err
	}
	own, err := os.Executable()
	if err != nil {
		return err
	}
	for _, arguments := range append(programRights(filepath.Dir(own)), dataRights(data, len(names) == 0)...) {
		if err := runTool("icacls.exe", arguments); err != nil {
			return fmt.Errorf("rights cannot be set: %w", err)
		}
	}
	return nil
}

// runTool runs a program of Windows. Its full path keeps out a program of the same name in another folder.
func runTool(name string, arguments []string) error {
	system, err := windows.GetSystemDirectory()
	if err != nil {
		return err
	}
	tool := exec.Command(filepath.Join(system, name), arguments...)
	tool.SysProcAttr = &syscall.SysProcAttr{HideWindow: true}
	if output, err := tool.CombinedOutput(); err != nil {
		return fmt.Errorf("%s %s: %w: %s", name, strings.Join(arguments, " "), err, output)
	}
	return nil
}

func createService(chosen choices) error {
	own, err := os.Executable()
	if err != nil {
		return err
	}
	arguments := []string{"run", "--data", chosen.data, "--port", fmt.Sprint(chosen.port)}
	return withService(func(manager *mgr.Mgr, installed *mgr.Service) error {
		if installed != nil {
			return updateService(installed, append([]string{own}, arguments...))
		}
		created, err := manager.CreateService(serviceName, own, mgr.Config{
			StartType: mgr.StartAutomatic, ErrorControl: mgr.ErrorNormal, DisplayName: displayName,
			Description: description, ServiceStartName: account,
		}, arguments...)
		if err != nil {
			return fmt.Errorf("the service cannot be created: %w", err)
		}
		defer created.Close()
		return setRecovery(created)
	})
}

// updateService changes the command line alone: account and start type stay as the administrator has set them.
func updateService(installed *mgr.Service, commandLine []string) error {
	text, err := windows.UTF16PtrFromString(windows.ComposeCommandLine(commandLine))
	if err != nil {
		return err
	}
	const same = windows.SERVICE_NO_CHANGE
	err = windows.ChangeServiceConfig(installed.Handle, same, same, same, text, nil, nil, nil, nil, nil, nil)
	if err != nil {
		return fmt.Errorf("the service cannot be changed: %w", err)
	}
	return setRecovery(installed)
}

func setRecovery(installed *mgr.Service) error {
	limit := uint32(preshutdownMs)
	for _, err := range []error{
		installed.SetRecoveryActions(recovery, recoveryResetSeconds),
		// Without this, only a service process that crashes is started again.
		installed.SetRecoveryActionsOnNonCrashFailures(true),
		windows.ChangeServiceConfig2(installed.Handle, windows.SERVICE_CONFIG_PRESHUTDOWN_INFO, (*byte)(unsafe.Pointer(&limit))),
	} {
		// Wine does not have all of these; every Windows that millwright.exe runs on does.
		if err != nil && !errors.Is(err, windows.ERROR_INVALID_LEVEL) {
			return fmt.Errorf("the recovery of the service cannot be set: %w", err)
		}
	}
	return nil
}

func registerEvents() error {
	if err := removeEvents(); err != nil {
		return err
	}
	return eventlog.InstallAsEventCreate(serviceName, eventlog.Error|eventlog.Warning|eventlog.Info)
}

func removeEvents() error {
	err := eventlog.Remove(serviceName)
	if errors.Is(err, registry.ErrNotExist) {
		return nil
	}
	return err
}

// setFirewall replaces the rule. Deleting fails when there is none, which is what is wanted.
func setFirewall(chosen choices) error {
	_ = runTool("netsh.exe", closePortArguments())
	if !chosen.firewall {
		return nil
	}
	program, err := appliancePath()
	if err != nil {
		return err
	}
	return runTool("netsh.exe", openPortArguments(program, chosen.port))
}

// uninstall stops and deletes the service, and removes what install registered. The data stay.
func uninstall() error {
	err := withService(func(_ *mgr.Mgr, installed *mgr.Service) error {
		if installed == nil {
			return nil
		}
		if err := stopAndWait(installed); err != nil {
			return err
		}
		return installed.Delete()
	})
	if err != nil {
		return err
	}
	_ = runTool("netsh.exe", closePortArguments())
	if err := removeEvents(); err != nil {
		return err
	}
	return removeInstallation()
}
