import { useEffect, useMemo, useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { type UnconfirmedScan, UnconfirmedScans } from './unconfirmed-scans.ts';
import { isRetryable, type KioskClient } from './kiosk-client.ts';

const RETRY_MS = 4000;

/** A booking that the appliance has not confirmed, or refused when nobody stood before the kiosk any more. */
export interface Booking extends UnconfirmedScan {
  /** A route below `/api`, and its body without what names the scan. */
  path: string;
  body: Record<string, unknown>;
  /** What people call it. */
  title: string;
  /** Why it was refused. */
  refused?: string;
}

/** What came of a booking: done, kept until the network is back, or refused. */
export type BookingOutcome<T> = { is: 'done'; data: T } | { is: 'kept' } | { is: 'refused'; error: ApiError };

export interface Bookings {
  /** Books a scan. It is kept first and sent then, so that nothing is lost; the appliance books each scan once. */
  book<T>(path: string, body: Record<string, unknown>, title: string): Promise<BookingOutcome<T>>;
  waiting: number;
  /** Those that were refused after the person had gone. */
  refused: readonly Booking[];
  dismiss(clientid: string): void;
}

export function useBookings(client: KioskClient, kind: string): Bookings {
  const kept = useMemo(
    () => new UnconfirmedScans<Booking>(localStorage, `millwright.kiosk.${kind}.scan.`),
    [kind],
  );
  const [all, setAll] = useState(() => kept.all());
  const queue = useMemo(() => new Queue(kept, client, () => setAll(kept.all())), [kept, client]);
  useEffect(() => {
    const again = () => void queue.flush();
    const timer = setInterval(again, RETRY_MS);
    window.addEventListener('online', again);
    again();
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', again);
    };
  }, [queue]);
  return {
    book: (path, body, title) => queue.book({ path, body, title }),
    waiting: all.filter(({ refused }) => refused === undefined).length,
    refused: all.filter(({ refused }) => refused !== undefined),
    dismiss: (clientid) => {
      kept.drop(clientid);
      setAll(kept.all());
    },
  };
}

/** Sends what is kept, the oldest first: who takes a thing and brings it back has done so in that order. */
class Queue {
  private running: Promise<void> = Promise.resolve();
  private readonly outcomes = new Map<string, BookingOutcome<never>>();
  /** Those for which somebody stands before the kiosk. */
  private readonly awaited = new Set<string>();

  constructor(
    private readonly kept: UnconfirmedScans<Booking>,
    private readonly client: KioskClient,
    private readonly changed: () => void,
  ) {}

  async book<T>(told: Omit<Booking, keyof UnconfirmedScan>): Promise<BookingOutcome<T>> {
    const { clientid } = this.kept.keep(told);
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

  /** One at a time, each after what was asked for before it. */
  flush(): Promise<void> {
    this.running = this.running.then(() => this.sendAll());
    return this.running;
  }

  private async sendAll(): Promise<void> {
    for (const booking of this.kept.all().filter(({ refused }) => refused === undefined))
      if (!(await this.send(booking))) return;
  }

  /** Whether the next one may be sent. */
  private async send(booking: Booking): Promise<boolean> {
    const { clientid, at, path, body } = booking;
    try {
      const data = (await this.client.post(path, { ...body, scanid: clientid, scannedat: at })) as never;
      this.settle(clientid, { is: 'done', data });
    } catch (cause) {
      const error = cause instanceof ApiError ? cause : new ApiError(0, 'UNREADABLE', String(cause));
      if (isRetryable(error)) return false;
      if (this.awaited.has(clientid)) this.settle(clientid, { is: 'refused', error });
      else this.kept.put({ ...booking, refused: error.message });
    }
    this.changed();
    return true;
  }

  private settle(clientid: string, outcome: BookingOutcome<never>): void {
    this.kept.drop(clientid);
    if (this.awaited.has(clientid)) this.outcomes.set(clientid, outcome);
  }
}
