import { type KioskPlant, startKioskPlant } from '../../../test/browser/kiosk-plant.ts';

/** A test plant with kiosks at drawers of USB sticks. */
export interface UsbDrawer extends KioskPlant {
  /** Creates a stick and returns its path. */
  stick(deviceid: string, body?: object): Promise<string>;
  state(path: string): Promise<unknown>;
}

export async function startDrawer(): Promise<UsbDrawer> {
  const plant = await startKioskPlant('usb');
  const { api } = plant;
  return Object.assign(plant, {
    async stick(deviceid: string, body: object = {}) {
      const { usbdeviceid } = await api('POST', '/usb', { deviceid, label: 'Blue one', ...body });
      return `/usb/${usbdeviceid}`;
    },
    state: async (path: string) => (await api('GET', path)).state,
  });
}
