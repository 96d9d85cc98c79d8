package main

import (
	"io/fs"
	"os"
	"path/filepath"
)

// removeTree deletes a folder and all that is in it; of a link, the link alone. Newer versions of os.RemoveAll need
// functions of Windows that Wine 8 does not have.
func removeTree(folder string) error {
	paths := []string{}
	err := filepath.WalkDir(folder, func(path string, _ fs.DirEntry, err error) error {
		paths = append(paths, path)
		return err
	})
	if err != nil {
		return err
	}
	// What is in a folder comes after the folder.
	for last := len(paths) - 1; last >= 0; last-- {
		if err := os.Remove(paths[last]); err != nil {
			return err
		}
	}
	return nil
}
