/** The states of a USB device with their labels. */
export const USB_DEVICE_STATES = {
  available: 'Available',
  checkedout: 'Checked out',
  retired: 'Retired',
} as const;
export type UsbDeviceState = keyof typeof USB_DEVICE_STATES;

export const CUSTODY_EVENTS = { checkout: 'Checked out', checkin: 'Checked in' } as const;
export type CustodyEvent = keyof typeof CUSTODY_EVENTS;

export const CUSTODY_WINDOWS = {
  today: 'Today',
  lastmonth: 'Last 30 days',
  sixmonths: 'Last six months',
  year: 'Last year',
  all: 'All time',
} as const;
export type CustodyWindow = keyof typeof CUSTODY_WINDOWS;
