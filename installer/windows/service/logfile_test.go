package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestALogThatIsFullBecomesTheOlderOne(t *testing.T) {
	path := filepath.Join(t.TempDir(), "logs", "service.log")
	log, err := openLog(path, 10)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"first\n", "second\n", "third\n"} {
		if _, err := log.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := log.Close(); err != nil {
		t.Fatal(err)
	}
	if read(t, path) != "third\n" || read(t, path+".1") != "second\n" {
		t.Fatal(read(t, path), read(t, path+".1"))
	}
}

func TestALogContinuesWhereItEnded(t *testing.T) {
	path := filepath.Join(t.TempDir(), "service.log")
	for range [2]int{} {
		log, err := openLog(path, 1000)
		if err != nil {
			t.Fatal(err)
		}
		log.line("started")
		if err := log.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if strings.Count(read(t, path), " service: started\n") != 2 {
		t.Fatal(read(t, path))
	}
}

func TestALogThatCannotBeRenamedGrows(t *testing.T) {
	path := filepath.Join(t.TempDir(), "service.log")
	// A folder of that name stands in for a file that another program locks.
	if err := os.MkdirAll(filepath.Join(path+".1", "x"), 0o700); err != nil {
		t.Fatal(err)
	}
	log, err := openLog(path, 10)
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	for _, text := range []string{"first\n", "second\n"} {
		if _, err := log.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if read(t, path) != "first\nsecond\n" {
		t.Fatal(read(t, path))
	}
}
