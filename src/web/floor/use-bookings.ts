import { useEffect, useMemo, useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { isRetryable, type KioskClient } from './kiosk-client.ts';
import { type UnconfirmedScan, UnconfirmedScans } from './unconfirmed-scans.ts';

const RETRY_MS = 4000;

/** A booking that is not confirmed yet, or that was rejected after the user had left. */
export interface Booking extends UnconfirmedScan {
  /** A route below `/api`, and its body without the fields that identify the scan. */
  path: string;
  body: Record<string, unknown>;
  /** Display name of the scanned item. */
  title: string;
  /** Reason of the rejection; absent while the booking waits. */
  refused?: string;
}

/** The result of a booking: done, stored until the network is back, or rejected. */
export type BookingOutcome<T> = { is: 'done'; data: T } | { is: 'kept' } | { is: 'refused'; error: ApiError };

export interface Bookings {
  /**
   * Books a scan. Stores it before it is sent, so that nothing is lost. The appliance books each scan once.
   * Rejects only with the error of a full storage.
   */
  book<T>(path: string, body: Record<string, unknown>, title: string): Promise<BookingOutcome<T>>;
  /** Number of bookings that are still to be sent. */
  waiting: number;
  /** Bookings that were rejected after the user had left. */
  refused: readonly Booking[];
  dismiss(clientid: string): void;
}

/**
 * Returns the bookings of a kiosk. Sends stored ones again every four seconds and when the network returns.
 */
export function useBookings(client: KioskClient, kind: string): Bookings {
  const store = useMemo(
    () => new UnconfirmedScans<Booking>(localStorage, `millwright.kiosk.${kind}.scan.`),
    [kind],
  );
  const [all, setAll] = useState(() => store.all());
  const queue = useMemo(() => new Queue(store, client, () => setAll(store.all())), [store, client]);
  useEffect(() => {
    const retryNow = () => void queue.flush();
    const timer = setInterval(retryNow, RETRY_MS);
    window.addEventListener('online', retryNow);
    retryNow();
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', retryNow);
    };
  }, [queue]);
  return {
    book: (path, body, title) => queue.book({ path, body, title }),
    waiting: all.filter(({ refused }) => refused === undefined).length,
    refused: all.filter(({ refused }) => refused !== undefined),
    dismiss: (clientid) => {
      store.drop(clientid);
      setAll(store.all());
    },
  };
}

/**
 * Sends stored bookings, the oldest first, until one has to wait. The order matters, because an item may be
 * taken and then returned.
 */
class Queue {
  private running: Promise<void> = Promise.resolve();
  private readonly outcomes = new Map<string, BookingOutcome<never>>();
  /** IDs of bookings whose user is still at the kiosk. */
  private readonly awaited = new Set<string>();

  constructor(
    private readonly unconfirmed: UnconfirmedScans<Booking>,
    private readonly client: KioskClient,
    private readonly changed: () => void,
  ) {}

  async book<T>(input: Omit<Booking, keyof UnconfirmedScan>): Promise<BookingOutcome<T>> {
    const { clientid } = this.unconfirmed.store(input);
    this.awaited.add(clientid);
    this.changed();
    try {
      await this.flush();
      return (this.outcomes.get(clientid) as BookingOutcome<T> | undefined) ?? { is: 'kept' };
    } finally {
      this.awaited.delete(clientid);
      this.outcomes.delete(clientid);
    }
  }

  /** Sends all waiting bookings. Concurrent calls run one after the other. */
  flush(): Promise<void> {
    this.running = this.running.then(() => this.sendAll());
    return this.running;
  }

  private async sendAll(): Promise<void> {
    for (const booking of this.unconfirmed.all().filter(({ refused }) => refused === undefined))
      if (!(await this.send(booking))) return;
  }

  /** Sends one booking. Returns whether the next one may be sent. */
  private async send(booking: Booking): Promise<boolean> {
    const { clientid, at, path, body } = booking;
    try {
      const data = (await this.client.post(path, { ...body, scanid: clientid, scannedat: at })) as never;
      this.resolveScan(clientid, { is: 'done', data });
    } catch (cause) {
      const error = cause instanceof ApiError ? cause : new ApiError(0, 'UNREADABLE', String(cause));
      if (isRetryable(error)) return false;
      if (this.awaited.has(clientid)) this.resolveScan(clientid, { is: 'refused', error });
      else this.unconfirmed.put({ ...booking, refused: error.message });
    }
    this.changed();
    return true;
  }

  private resolveScan(clientid: string, outcome: BookingOutcome<never>): void {
    this.unconfirmed.drop(clientid);
    if (this.awaited.has(clientid)) this.outcomes.set(clientid, outcome);
  }
}
