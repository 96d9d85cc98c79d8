package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"time"
)

const maxLogBytes = 10_000_000

// logFile is the file that receives the output of the appliance and the lines of the service. When it is larger than
// its limit it becomes FILE.1, and a new file begins.
type logFile struct {
	mutex sync.Mutex
	path  string
	limit int64
	file  *os.File
	size  int64
}

// openLog opens the file for appending and creates its folder.
func openLog(path string, limit int64) (*logFile, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, err
	}
	log := &logFile{path: path, limit: limit}
	return log, log.open()
}

func (log *logFile) open() error {
	file, err := os.OpenFile(log.path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	info, err := file.Stat()
	if err != nil {
		file.Close()
		return err
	}
	log.file, log.size = file, info.Size()
	return nil
}

// Write appends bytes. A file that another program locks cannot be renamed: it grows until the rename succeeds.
func (log *logFile) Write(bytes []byte) (int, error) {
	log.mutex.Lock()
	defer log.mutex.Unlock()
	if log.size > 0 && log.size+int64(len(bytes)) > log.limit {
		if err := log.rotate(); err != nil {
			return 0, err
		}
	}
	count, err := log.file.Write(bytes)
	log.size += int64(count)
	return count, err
}

func (log *logFile) rotate() error {
	if err := log.file.Close(); err != nil {
		return err
	}
	renamed := os.Rename(log.path, log.path+".1")
	if err := log.open(); err != nil {
		return err
	}
	if renamed != nil {
		log.limit += maxLogBytes / 10
	}
	return nil
}

// line writes one line of the service itself.
func (log *logFile) line(text string) {
	stamp := time.Now().UTC().Format("2006-01-02T15:04:05.000Z")
	// A full disk must not stop the appliance, which reports it by itself.
	_, _ = io.WriteString(log, fmt.Sprintf("%s service: %s\n", stamp, text))
}

func (log *logFile) Close() error {
	log.mutex.Lock()
	defer log.mutex.Unlock()
	return log.file.Close()
}
