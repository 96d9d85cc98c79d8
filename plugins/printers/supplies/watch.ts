import type { Host } from '../../../src/kit/host.ts';
import { RefusedAddressError } from '../../../src/kit/outbound.ts';
import { RemoteRequestError } from '../../../src/kit/post-json.ts';
import { type PrinterLookup, type PrinterReading, readFleet } from './fleet.ts';
import { type WatchedPrinter, watchedPrinter, watchedPrinters } from './queries.ts';
import { Zabbix } from './zabbix.ts';

/** Maximum milliseconds that an API caller waits for the monitoring system. */
export const WAIT_MS = 1700;
/** Maximum milliseconds that a background job waits for the monitoring system. */
const JOB_MS = 20_000;
const CACHED_MS = 5 * 60_000;
/** Milliseconds without requests after a failure. */
const BREAK_MS = 60_000;

/** Result of a request: the data, or the reason why there are none. */
export interface ReadResult<T> {
  value: T | undefined;
  /** Error message for the user. Null after success, or when no monitoring is configured. */
  problem: string | null;
}

type Fleet = ReadonlyMap<number, PrinterReading>;

interface CachedFleet {
  at: number;
  value: Fleet;
}

/**
 * Cache of the data from the monitoring system. It is valid for five minutes. After a failure, no request is
 * sent for one minute.
 */
export class SupplyWatch {
  private fleet: CachedFleet | undefined;
  private readonly single = new Map<number, CachedFleet>();
  private readonly asking = new Map<string, Promise<ReadResult<Fleet>>>();
  private broken: { until: number; problem: string } | undefined;
  private client: { key: string; zabbix: Zabbix | undefined } | undefined;
  private generation = 0;

  constructor(private readonly host: Host) {}

  get isConfigured(): boolean {
    return this.currentClient() !== undefined;
  }

  /** Clears the cache and the last failure. */
  refresh(): void {
    this.generation++;
    this.fleet = undefined;
    this.single.clear();
    this.broken = undefined;
  }

  /** Returns the data of one printer; undefined when Zabbix has none. */
  async readPrinter(printerid: number): Promise<ReadResult<PrinterReading>> {
    const zabbix = this.currentClient();
    const cached = this.freshOrUndefined(this.fleet) ?? this.freshOrUndefined(this.single.get(printerid));
    if (cached) return { value: cached.value.get(printerid), problem: null };
    const row = this.host.db.read((reader) => watchedPrinter.get(reader, { printerid }));
    const read = await this.ask(zabbix, String(printerid), row ? [row] : [], WAIT_MS, (value) =>
      this.single.set(printerid, value),
    );
    return { value: read.value?.get(printerid), problem: read.problem };
  }

  /**
   * Returns the data of all active printers. With `isJob`, the cache is not used and the request may take
   * longer, because no user waits.
   */
  async all(isJob = false): Promise<ReadResult<Fleet>> {
    const zabbix = this.currentClient();
    const cached = isJob ? undefined : this.freshOrUndefined(this.fleet);
    if (cached) return { value: cached.value, problem: null };
    const rows = this.host.db.read((reader) => watchedPrinters.all(reader));
    // An API caller must not wait as long as the job, so they do not share a request.
    return this.ask(zabbix, isJob ? 'job' : 'all', rows, isJob ? JOB_MS : WAIT_MS, (value) => {
      this.fleet = value;
      this.single.clear();
    });
  }

  private freshOrUndefined(cached: CachedFleet | undefined): CachedFleet | undefined {
    return cached && this.now() - cached.at < CACHED_MS ? cached : undefined;
  }

  private now(): number {
    return this.host.clock.now().getTime();
  }

  /** Sends a request. Concurrent callers with the same key share one. */
  private ask(
    zabbix: Zabbix | undefined,
    key: string,
    rows: readonly WatchedPrinter[],
    ms: number,
    keep: (value: CachedFleet) => void,
  ): Promise<ReadResult<Fleet>> {
    const under = this.asking.get(key);
    if (under) return under;
    const pending = this.askNow(zabbix, rows, ms, keep).finally(() => this.asking.delete(key));
    this.asking.set(key, pending);
    return pending;
  }

  private async askNow(
    zabbix: Zabbix | undefined,
    rows: readonly WatchedPrinter[],
    ms: number,
    keep: (value: CachedFleet) => void,
  ): Promise<ReadResult<Fleet>> {
    if (!zabbix) return { value: undefined, problem: null };
    if (this.broken && this.now() < this.broken.until)
      return { value: undefined, problem: this.broken.problem };
    const { generation } = this;
    try {
      const value = await readFleet(zabbix.withTimeLimit(ms), rows.map(soughtOf));
      if (generation === this.generation) {
        this.broken = undefined;
        keep({ at: this.now(), value });
      }
      return { value, problem: null };
    } catch (cause) {
      const isOurs = cause instanceof RemoteRequestError || cause instanceof RefusedAddressError;
      const problem = isOurs ? cause.message : 'The request to Zabbix failed.';
      if (!isOurs) this.host.log.error('failed to read supplies', { cause });
      if (generation === this.generation) this.broken = { until: this.now() + BREAK_MS, problem };
      return { value: undefined, problem };
    }
  }

  /**
   * Returns the client for the configured server. A change of the settings clears the cache and the last
   * failure.
   */
  private currentClient(): Zabbix | undefined {
    const { settings, config } = this.host;
    const [url, token] = [settings.text('zabbix_url'), settings.text('zabbix_token')];
    const isSet = url !== '' && token !== '' && URL.canParse(url);
    const key = JSON.stringify([url, token]);
    if (this.client?.key !== key) {
      this.refresh();
      const { allowLoopback } = config;
      this.client = { key, zabbix: isSet ? new Zabbix({ url, token, allowLoopback }) : undefined };
    }
    return this.client.zabbix;
  }
}

function soughtOf({
  printerid,
  addresses,
  hostname,
  windowsname,
  name,
  assetnumber,
}: WatchedPrinter): PrinterLookup {
  const names = [hostname, hostname?.split('.')[0], windowsname, name, assetnumber];
  return {
    printerid,
    addresses: JSON.parse(addresses) as string[],
    names: [...new Set(names.filter((one): one is string => !!one))],
  };
}
