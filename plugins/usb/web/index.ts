import type { PluginWeb } from '../../../src/web/plugin-parts.tsx';

export const usbWeb: PluginWeb = {
  actionLabels: async () => (await import('./action-labels.ts')).actionLabels,
  help: {
    usbdevices: 'kiosks-and-displays#check-out-usb-sticks',
  },
  pages: [
    { path: '/kiosk/usb', bare: true, load: async () => (await import('./kiosk-page.tsx')).UsbKioskPage },
  ],
};
