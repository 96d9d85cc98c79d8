package main

import (
	"errors"
	"os"
	"path/filepath"

	"golang.org/x/sys/windows/registry"
)

// registryKey below HKEY_LOCAL_MACHINE holds what was installed. Only administrators can change it.
const registryKey = `SOFTWARE\Millwright`

// readInstallation returns what an earlier setup installed.
func readInstallation() (installation, error) {
	key, err := registry.OpenKey(registry.LOCAL_MACHINE, registryKey, registry.QUERY_VALUE)
	if errors.Is(err, registry.ErrNotExist) {
		return installation{}, nil
	}
	if err != nil {
		return installation{}, err
	}
	defer key.Close()
	var found installation
	if found.program, _, err = key.GetStringValue("Program"); err != nil {
		return installation{}, err
	}
	if found.data, _, err = key.GetStringValue("Data"); err != nil {
		return installation{}, err
	}
	port, _, err := key.GetIntegerValue("Port")
	if err != nil {
		return installation{}, err
	}
	firewall, _, err := key.GetIntegerValue("Firewall")
	found.port, found.firewall = int(port), firewall == 1
	return found, err
}

func writeInstallation(chosen choices) error {
	own, err := os.Executable()
	if err != nil {
		return err
	}
	key, _, err := registry.CreateKey(registry.LOCAL_MACHINE, registryKey, registry.SET_VALUE)
	if err != nil {
		return err
	}
	defer key.Close()
	if err := key.SetStringValue("Program", filepath.Dir(own)); err != nil {
		return err
	}
	if err := key.SetStringValue("Data", chosen.data); err != nil {
		return err
	}
	if err := key.SetDWordValue("Port", uint32(chosen.port)); err != nil {
		return err
	}
	return key.SetDWordValue("Firewall", uint32(asNumber(chosen.firewall)))
}

func removeInstallation() error {
	err := registry.DeleteKey(registry.LOCAL_MACHINE, registryKey)
	if errors.Is(err, registry.ErrNotExist) {
		return nil
	}
	return err
}
