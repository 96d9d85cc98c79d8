import type { KioskClient } from './kiosk-client.ts';
import type { Signal } from './sounds.ts';
import type { TextKey } from './texts.ts';
import type { Bookings } from './use-bookings.ts';

/** Dependencies of the page of a kiosk. */
export interface KioskTools {
  client: KioskClient;
  bookings: Bookings;
  signal(signal: Signal): void;
  /** Declares whether the kiosk is idle, so that the page may reload itself. */
  setIdle(isIdle: boolean): void;
}

export interface KioskKind {
  /** Kind of the kiosk devices in the API. */
  kind: string;
  title: TextKey;
  /** Name of the capability that is true while the kiosk is enabled. */
  capability: string;
  /**
   * A route below `/api` for kiosks of this kind, with an unknown ID. It returns 404 when the token is valid.
   */
  probe: string;
}
