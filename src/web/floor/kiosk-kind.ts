import type { KioskClient } from './kiosk-client.ts';
import type { Signal } from './sounds.ts';
import type { TextKey } from './texts.ts';
import type { Bookings } from './use-bookings.ts';

/** What the page of a kiosk works with. */
export interface KioskTools {
  client: KioskClient;
  bookings: Bookings;
  signal(signal: Signal): void;
  /** Says whether nobody is in the middle of something: the page may load itself again then. */
  setIdle(isIdle: boolean): void;
}

export interface KioskKind {
  /** As kiosk devices are called by the API. */
  kind: string;
  title: TextKey;
  /** The capability that is true while the kiosk is switched on. */
  capability: string;
  /** A route below `/api` for kiosks of this kind, of a thing that there is not: 404 with the right token. */
  probe: string;
}
