package main

import (
	"os"
	"path/filepath"
	"testing"
)

func TestATreeIsRemovedAndLinksAreNotFollowed(t *testing.T) {
	folder := t.TempDir()
	data, kept := filepath.Join(folder, "data"), filepath.Join(folder, "kept")
	for _, path := range []string{filepath.Join(data, "a", "b"), kept} {
		if err := os.MkdirAll(path, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for _, path := range []string{filepath.Join(data, "a", "b", "file"), filepath.Join(kept, "file")} {
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(kept, filepath.Join(data, "link")); err != nil {
		t.Fatal(err)
	}
	if err := removeTree(data); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(data); !os.IsNotExist(err) {
		t.Error("the tree is there", err)
	}
	if _, err := os.Stat(filepath.Join(kept, "file")); err != nil {
		t.Error(err)
	}
}
