import type { ActionLabels } from '../../../src/web/plugin-parts.tsx';

export const actionLabels: ActionLabels = {
  sentences: {
    'usb.reference.seeded': 'created the reference data',
    'usb.usbdevice.checkedin': 'checked in USB device',
    'usb.usbdevice.checkedout': 'checked out USB device',
  },
  nouns: { usbdevice: 'USB device', usbdevicetype: 'USB device type' },
};
