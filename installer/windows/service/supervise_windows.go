package main

import (
	"fmt"
	"path/filepath"
	"time"

	"golang.org/x/sys/windows/svc"
)

// supervise reports the state of the appliance to Windows until it ends or Windows stops it.
func (s *service) supervise(
	running *appliance, log *logFile, requests <-chan svc.ChangeRequest, status chan<- svc.Status,
) (bool, uint32) {
	ticker := time.NewTicker(tick)
	defer ticker.Stop()
	ready := running.ready
	for checkpoint := uint32(1); ; {
		select {
		case <-ready:
			ready = nil
			status <- svc.Status{State: svc.Running, Accepts: accepted}
			s.event(eventStarted, "Millwright listens on port "+s.port+".")
		case <-running.ended:
			return s.endedByItself(running, log)
		case request := <-requests:
			switch request.Cmd {
			case svc.Interrogate:
				status <- request.CurrentStatus
			case svc.Stop, svc.Shutdown, svc.PreShutdown:
				return s.stop(running, log, status)
			}
		case <-ticker.C:
			// A migration may take long. Windows waits as long as the checkpoint grows.
			if ready != nil {
				status <- pending(svc.StartPending, checkpoint)
				checkpoint++
			}
		}
	}
}

// stop ends the appliance. Windows does not start the service again after this.
func (s *service) stop(running *appliance, log *logFile, status chan<- svc.Status) (bool, uint32) {
	log.line("stopping")
	running.requestStop()
	deadline := time.After(stopWait)
	ticker := time.NewTicker(tick)
	defer ticker.Stop()
	for checkpoint := uint32(0); ; checkpoint++ {
		status <- pending(svc.StopPending, checkpoint)
		select {
		case <-running.ended:
			log.line(fmt.Sprintf("stopped with exit code %d", running.exitCode))
			s.event(eventStopped, fmt.Sprintf("Millwright stopped with exit code %d.", running.exitCode))
			return false, 0
		case <-deadline:
			running.kill()
			<-running.ended
			log.line("killed")
			s.event(eventFailed, fmt.Sprintf("Millwright did not stop within %v and was ended.", stopWait))
			return false, 0
		case <-ticker.C:
		}
	}
}

func (s *service) endedByItself(running *appliance, log *logFile) (bool, uint32) {
	text := fmt.Sprintf("Millwright ended by itself with exit code %d. Its last lines are in %s.",
		running.exitCode, filepath.Join(s.data, "logs", "service.log"))
	log.line(text)
	s.event(eventFailed, text)
	if running.exitCode == 0 {
		return false, unexpectedEnd
	}
	return true, uint32(running.exitCode)
}

func pending(state svc.State, checkpoint uint32) svc.Status {
	return svc.Status{State: state, CheckPoint: checkpoint, WaitHint: uint32(waitHint.Milliseconds())}
}
