package main

import (
	"bytes"
	"io"
	"os/exec"
	"sync"
)

// readyText begins the line that millwright.exe prints when it accepts requests.
const readyText = "Millwright listening on "

// command is what starts the appliance.
type command struct {
	program     string
	arguments   []string
	folder      string
	environment []string
}

// appliance is a running millwright.exe.
type appliance struct {
	process *exec.Cmd
	input   io.Closer
	// ready is closed when the appliance accepts requests.
	ready chan struct{}
	// ended is closed when the process has ended; exitCode is valid then.
	ended    chan struct{}
	exitCode int
}

// startAppliance starts the program with a pipe as standard input. Its output goes to the log.
func startAppliance(start command, log io.Writer) (*appliance, error) {
	process := exec.Command(start.program, start.arguments...)
	process.Dir = start.folder
	process.Env = start.environment
	input, err := process.StdinPipe()
	if err != nil {
		return nil, err
	}
	running := &appliance{
		process: process, input: input, ready: make(chan struct{}), ended: make(chan struct{}),
	}
	output := &outputWatch{log: log, text: []byte(readyText), found: func() { close(running.ready) }}
	// The same value for both: they share one pipe, and lines keep their order.
	process.Stdout, process.Stderr = output, output
	if err := process.Start(); err != nil {
		return nil, err
	}
	go running.wait()
	return running, nil
}

func (running *appliance) wait() {
	// The exit code says all that the error would.
	_ = running.process.Wait()
	running.exitCode = running.process.ProcessState.ExitCode()
	close(running.ended)
}

// requestStop closes standard input: the appliance finishes its requests and ends.
func (running *appliance) requestStop() {
	_ = running.input.Close()
}

// kill ends the process at once. The database survives this, as it survives a power failure.
func (running *appliance) kill() {
	_ = running.process.Process.Kill()
}

// outputWatch copies output to the log and calls found once, when the text occurs.
type outputWatch struct {
	log   io.Writer
	text  []byte
	found func()
	once  sync.Once
	tail  []byte
}

// Write never fails: a full disk must not stop the appliance through a broken pipe.
func (watch *outputWatch) Write(chunk []byte) (int, error) {
	_, _ = watch.log.Write(chunk)
	seen := append(watch.tail, chunk...)
	if bytes.Contains(seen, watch.text) {
		watch.once.Do(watch.found)
	}
	// The text may be divided between two chunks.
	if keep := len(watch.text) - 1; len(seen) > keep {
		seen = seen[len(seen)-keep:]
	}
	watch.tail = append([]byte{}, seen...)
	return len(chunk), nil
}
