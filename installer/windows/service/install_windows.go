package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/sys/windows/svc/mgr"
)

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

// removeData stops the service and deletes the data folder of the installation.
func removeData() error {
	found, err := readInstallation()
	if err != nil || !found.exists() {
		return err
	}
	if err := stopService(); err != nil {
		return err
	}
	names, err := namesIn(found.data)
	if err != nil {
		return err
	}
	if err := checkContents(found.data, names); err != nil {
		return err
	}
	return removeTree(found.data)
}
