package main

import (
	"errors"
	"fmt"
	"os"
	"time"
	"unsafe"

	"golang.org/x/sys/windows"
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
