export const KIOSK_KINDS = ['printedparts', 'usb'] as const;
export type KioskKind = (typeof KIOSK_KINDS)[number];
