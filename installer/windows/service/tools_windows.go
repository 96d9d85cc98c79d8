package main

import (
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"

	"golang.org/x/sys/windows"
	"golang.org/x/sys/windows/registry"
	"golang.org/x/sys/windows/svc/eventlog"
)

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
