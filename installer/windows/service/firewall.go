package main

import "fmt"

// openPortArguments returns the arguments of netsh.exe that let other machines reach the appliance.
func openPortArguments(program string, port int) []string {
	return []string{
		"advfirewall", "firewall", "add", "rule", "name=" + firewallRule, "dir=in", "action=allow",
		"protocol=TCP", fmt.Sprintf("localport=%d", port), "program=" + program, "profile=any", "enable=yes",
	}
}

// closePortArguments returns the arguments of netsh.exe that delete the rule.
func closePortArguments() []string {
	return []string{"advfirewall", "firewall", "delete", "rule", "name=" + firewallRule}
}
