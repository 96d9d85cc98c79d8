package main

import (
	"crypto/sha1"
	"encoding/binary"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

const (
	serviceName = "Millwright"
	displayName = "Millwright"
	description = "Serves the asset register of the plant."
	// account is the virtual account that Windows makes for the service. It owns nothing and has no password.
	account = `NT SERVICE\` + serviceName
	// firewallRule is the name of the rule in the Windows firewall.
	firewallRule = "Millwright"
)

// By number, because the names depend on the language of Windows.
const (
	systemSid         = "S-1-5-18"
	administratorsSid = "S-1-5-32-544"
	installerSid      = "S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464"
)

// serviceSid returns the SID of a service: the SHA-1 hash of its name in upper case, as five numbers.
func serviceSid(name string) string {
	units := utf16.Encode([]rune(strings.ToUpper(name)))
	bytes := make([]byte, 2*len(units))
	for index, unit := range units {
		binary.LittleEndian.PutUint16(bytes[2*index:], unit)
	}
	hash := sha1.Sum(bytes)
	sid := "S-1-5-80"
	for at := 0; at < len(hash); at += 4 {
		sid += fmt.Sprintf("-%d", binary.LittleEndian.Uint32(hash[at:]))
	}
	return sid
}

// asSentence returns the text of an error as users read it.
func asSentence(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + strings.TrimRight(text[size:], ".\r\n") + "."
}
