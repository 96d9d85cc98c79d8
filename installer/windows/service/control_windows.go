package main

import (
	"errors"
	"fmt"
	"time"

	"golang.org/x/sys/windows"
	"golang.org/x/sys/windows/svc"
	"golang.org/x/sys/windows/svc/mgr"
)

const (
	pollPause = 200 * time.Millisecond
	// startLimit is long because the first start after an upgrade migrates the database.
	startLimit = 15 * time.Minute
	// stopLimit is longer than stopWait, after which the service ends the appliance.
	stopLimit = time.Minute
)

// withService opens the service and calls the function; the service is nil when it is not installed.
func withService(use func(manager *mgr.Mgr, installed *mgr.Service) error) error {
	manager, err := mgr.Connect()
	if err != nil {
		return err
	}
	defer func() { _ = manager.Disconnect() }()
	installed, err := manager.OpenService(serviceName)
	if errors.Is(err, windows.ERROR_SERVICE_DOES_NOT_EXIST) {
		return use(manager, nil)
	}
	if err != nil {
		return err
	}
	defer installed.Close()
	return use(manager, installed)
}

// startService starts the service and waits until the appliance accepts requests.
func startService() error {
	return withService(func(_ *mgr.Mgr, installed *mgr.Service) error {
		if installed == nil {
			return errors.New("the service is not installed")
		}
		err := installed.Start()
		if err != nil && !errors.Is(err, windows.ERROR_SERVICE_ALREADY_RUNNING) {
			return err
		}
		status, err := waitFor(installed, svc.Running, startLimit)
		if err != nil {
			return err
		}
		if status.State != svc.Running {
			return fmt.Errorf("the service stopped with exit code %d; see logs\\service.log in the data folder and the event log", exitCode(status))
		}
		return nil
	})
}

func exitCode(status svc.Status) uint32 {
	if status.ServiceSpecificExitCode != 0 {
		return status.ServiceSpecificExitCode
	}
	return status.Win32ExitCode
}

// stopService stops the service, if it is installed, and waits until it has stopped.
func stopService() error {
	return withService(func(_ *mgr.Mgr, installed *mgr.Service) error {
		if installed == nil {
			return nil
		}
		return stopAndWait(installed)
	})
}

func stopAndWait(installed *mgr.Service) error {
	// A service that is starting takes no request to stop.
	status, err := waitFor(installed, svc.Running, startLimit)
	if err != nil || status.State == svc.Stopped {
		return err
	}
	_, err = installed.Control(svc.Stop)
	if err != nil && !errors.Is(err, windows.ERROR_SERVICE_NOT_ACTIVE) {
		return err
	}
	status, err = waitFor(installed, svc.Stopped, stopLimit)
	if err == nil && status.State != svc.Stopped {
		err = errors.New("the service does not stop")
	}
	return err
}

// waitFor polls until the service has the state or has stopped, and returns its last state at the limit.
func waitFor(installed *mgr.Service, state svc.State, limit time.Duration) (svc.Status, error) {
	for end := time.Now().Add(limit); ; time.Sleep(pollPause) {
		status, err := installed.Query()
		if err != nil || status.State == state || status.State == svc.Stopped || time.Now().After(end) {
			return status, err
		}
	}
}
