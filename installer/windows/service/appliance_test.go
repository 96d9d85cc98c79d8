package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
)

// TestMain lets this test program stand in for millwright.exe when STAND_IN says what it does.
func TestMain(m *testing.M) {
	switch os.Getenv("STAND_IN") {
	case "":
		os.Exit(m.Run())
	case "serve":
		fmt.Println("Millwright listening on https://localhost:8443")
		_, _ = io.Copy(io.Discard, os.Stdin)
		fmt.Fprintln(os.Stderr, "the input ended")
		os.Exit(0)
	case "fail":
		fmt.Fprintln(os.Stderr, "no such port")
		os.Exit(3)
	case "hang":
		fmt.Println("Millwright listening on https://localhost:8443")
		select {}
	}
}

func standIn(t *testing.T, does string, log io.Writer) *appliance {
	t.Helper()
	start := command{program: os.Args[0], folder: t.TempDir(), environment: append(os.Environ(), "STAND_IN="+does)}
	running, err := startAppliance(start, log)
	if err != nil {
		t.Fatal(err)
	}
	return running
}

func TestAClosedInputStopsTheAppliance(t *testing.T) {
	var log bytes.Buffer
	running := standIn(t, "serve", &log)
	<-running.ready
	select {
	case <-running.ended:
		t.Fatal("it ended by itself")
	default:
	}
	running.requestStop()
	<-running.ended
	if running.exitCode != 0 || !strings.Contains(log.String(), "the input ended") {
		t.Fatal(running.exitCode, log.String())
	}
}

func TestAnApplianceThatFailsIsNeverReady(t *testing.T) {
	var log bytes.Buffer
	running := standIn(t, "fail", &log)
	<-running.ended
	select {
	case <-running.ready:
		t.Fatal("it was ready")
	default:
	}
	if running.exitCode != 3 || log.String() != "no such port\n" {
		t.Fatal(running.exitCode, log.String())
	}
}

func TestAnApplianceThatHangsIsKilled(t *testing.T) {
	running := standIn(t, "hang", io.Discard)
	<-running.ready
	running.requestStop()
	running.kill()
	<-running.ended
	if running.exitCode == 0 {
		t.Fatal("it ended well")
	}
}

func TestReadinessIsFoundAcrossChunks(t *testing.T) {
	found := 0
	watch := &outputWatch{log: io.Discard, text: []byte(readyText), found: func() { found++ }}
	for _, chunk := range []string{"warning\nMill", "wright liste", "ning on https://x\n", readyText} {
		if _, err := watch.Write([]byte(chunk)); err != nil {
			t.Fatal(err)
		}
	}
	if found != 1 {
		t.Fatal(found)
	}
}
