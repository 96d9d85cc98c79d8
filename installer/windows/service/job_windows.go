package main

import (
	"unsafe"

	"golang.org/x/sys/windows"
)

// endChildrenWithThisProcess puts this process, and so every process that it starts from now on, into a job that ends
// with it. The handle stays open until the process ends: that is what ends the job.
func endChildrenWithThisProcess() error {
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return err
	}
	limits := windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION{
		BasicLimitInformation: windows.JOBOBJECT_BASIC_LIMIT_INFORMATION{
			LimitFlags: windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE,
		},
	}
	size := uint32(unsafe.Sizeof(limits))
	kind := uint32(windows.JobObjectExtendedLimitInformation)
	if _, err := windows.SetInformationJobObject(job, kind, uintptr(unsafe.Pointer(&limits)), size); err != nil {
		return err
	}
	return windows.AssignProcessToJobObject(job, windows.CurrentProcess())
}
