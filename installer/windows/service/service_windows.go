package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sys/windows"
	"golang.org/x/sys/windows/svc"
	"golang.org/x/sys/windows/svc/eventlog"
)

const (
	// stopWait is longer than the 10 s that the appliance gives its open requests.
	stopWait = 20 * time.Second
	// tick is how often Windows is told that a start or a stop goes on.
	tick     = time.Second
	waitHint = 10 * time.Second
	// unexpectedEnd is ERROR_PROCESS_ABORTED, for an appliance that ended with 0 although nobody stopped it.
	unexpectedEnd = uint32(windows.ERROR_PROCESS_ABORTED)
)

// Numbers of the entries in the event log of Windows.
const (
	eventStarted = 1
	eventStopped = 2
	eventFailed  = 3
)

const accepted = svc.AcceptStop | svc.AcceptShutdown | svc.AcceptPreShutdown

// runService serves until Windows stops the service.
func runService(arguments []string) error {
	flags := flag.NewFlagSet("run", flag.ContinueOnError)
	data := flags.String("data", "", "absolute path of the data folder")
	port := flags.String("port", "", "port of the appliance")
	if err := flags.Parse(arguments); err != nil {
		return err
	}
	events, err := eventlog.Open(serviceName)
	if err != nil {
		return err
	}
	defer events.Close()
	err = svc.Run(serviceName, &service{data: *data, port: *port, events: events})
	if errors.Is(err, windows.ERROR_FAILED_SERVICE_CONTROLLER_CONNECT) {
		return errors.New("Windows alone starts this command; use: sc start Millwright")
	}
	return err
}

type service struct {
	data, port string
	events     *eventlog.Log
}

// Execute starts the appliance and reports its state to Windows. The exit code of an appliance that ends by itself is
// passed on, so that Windows starts the service again.
func (s *service) Execute(_ []string, requests <-chan svc.ChangeRequest, status chan<- svc.Status) (bool, uint32) {
	status <- pending(svc.StartPending, 0)
	log, err := openLog(filepath.Join(s.data, "logs", "service.log"), maxLogBytes)
	if err != nil {
		return s.fail(fmt.Sprintf("The log of the service cannot be written: %v", err))
	}
	defer log.Close()
	running, err := s.startAppliance(log)
	if err != nil {
		return s.fail(fmt.Sprintf("millwright.exe cannot be started: %v", err))
	}
	log.line("started")
	return s.supervise(running, log, requests, status)
}

func (s *service) startAppliance(log *logFile) (*appliance, error) {
	if err := endChildrenWithThisProcess(); err != nil {
		return nil, err
	}
	program, err := appliancePath()
	if err != nil {
		return nil, err
	}
	return startAppliance(command{
		program:     program,
		arguments:   []string{"serve", "--data", s.data, "--port", s.port},
		folder:      s.data,
		environment: applianceEnvironment(os.Environ()),
	}, log)
}

func (s *service) fail(text string) (bool, uint32) {
	s.event(eventFailed, text)
	return true, failed
}

// event writes to the event log of Windows. A log that is full or switched off must not stop the appliance.
func (s *service) event(id uint32, text string) {
	if id == eventFailed {
		_ = s.events.Error(id, text)
		return
	}
	_ = s.events.Info(id, text)
}
