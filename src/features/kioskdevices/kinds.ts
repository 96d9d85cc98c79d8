export const KIOSK_KINDS = { printedparts: 'Printed parts', usb: 'USB sticks' } as const;
export type KioskKind = keyof typeof KIOSK_KINDS;
