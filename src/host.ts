import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Database } from './data/database.ts';
import type { DomainEvent } from './data/tx.ts';
import type { FileStore } from './files/store.ts';
import type { Log } from './log.ts';
import type { RequestMeter } from './metrics/request-meter.ts';
import type { Outbox } from './outbox/outbox.ts';
import type { Plugin } from './plugin.ts';
import type { Register, Registers } from './resource/register.ts';
import type { Resource } from './resource/routes.ts';
import type { Scheduler } from './scheduler/scheduler.ts';
import type { SearchSources } from './search/sources.ts';
import type { Secrets } from './secrets.ts';
import type { Settings } from './settings/settings.ts';

/** What features and plugins receive: the whole world they may touch. Tests get the same with their own clock. */
export interface Host {
  config: Config;
  clock: Clock;
  db: Database;
  settings: Settings;
  secrets: Secrets;
  files: FileStore;
  events: Events;
  outbox: Outbox;
  log: Log;
  registers: Registers;
  /** Counts the requests that were answered. */
  meter: RequestMeter;
  search: SearchSources;
  /** Set once the application is built. */
  scheduler: Scheduler;
  /** The product's version. */
  version: string;
  /** Features and enabled plugins, in the order of their dependencies. */
  plugins: readonly Plugin[];
  /** The plugins of this version, enabled or not. */
  available: readonly Plugin[];
  /** The resource of a register, made once. */
  resource(register: Register): Resource;
}

/** What happened, told after the commit. A listener that fails is logged and never fails the request. */
export class Events {
  private readonly listeners = new Map<string, ((event: DomainEvent) => void | Promise<void>)[]>();

  constructor(private readonly log: Log) {}

  on(name: string, listener: (event: DomainEvent) => void | Promise<void>): void {
    this.listeners.set(name, [...(this.listeners.get(name) ?? []), listener]);
  }

  async tell(events: DomainEvent[]): Promise<void> {
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
