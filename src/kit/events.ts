import type { DomainEvent } from './data/tx.ts';
import type { Log } from './log.ts';

type Listener = (event: DomainEvent) => void | Promise<void>;

/** Dispatches domain events after the commit. A failing listener is logged and never fails the request. */
export class Events {
  private readonly listeners = new Map<string, Listener[]>();

  constructor(private readonly log: Log) {}

  on(name: string, listener: Listener): void {
    this.listeners.set(name, [...(this.listeners.get(name) ?? []), listener]);
  }

  /** Runs the listeners of the events one after the other, and awaits each. Never rejects. */
  async dispatch(events: DomainEvent[]): Promise<void> {
    for (const event of events) {
      for (const listener of this.listeners.get(event.name) ?? []) {
        try {
          await listener(event);
        } catch (cause) {
          this.log.error('event listener failed', { event: event.name, cause });
        }
      }
    }
  }
}
