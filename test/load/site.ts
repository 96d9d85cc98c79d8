import { type Appliance, startAppliance } from '../browser/harness.ts';
import { makeFleet } from './fleet.ts';
import { LoadConnection } from './load-connection.ts';
import { readProcessUsage, roundValue, summarizeTimes } from './measure.ts';

export const LOAD_FLEET_KEY = 'the-key-of-the-load-fleet';
const ACCOUNT = { username: 'admin', password: 'correct horse' };

/** An appliance with a fleet and an admin. */
export class LoadSite {
  private constructor(
    public appliance: Appliance,
    private readonly program: readonly string[] | undefined,
    private headers: Record<string, string>,
  ) {}

  /** Starts an appliance with `size` PCs with credentials and `plain` further registered PCs without. */
  static async start(
    data: string,
    program: readonly string[] | undefined,
    size: number,
    plain = 0,
  ): Promise<LoadSite> {
    makeFleet(data, size, plain);
    const appliance = await startAppliance({ data, program });
    const site = new LoadSite(appliance, program, {});
    await site.post('/setup/create-admin', { ...ACCOUNT, email: 'admin@plant.example' });
    const { access_token } = await site.post('/auth/login', ACCOUNT);
    site.headers = { authorization: `Bearer ${access_token}` };
    await site.ask('PUT', '/settings/endpoints_shared_key', { value: LOAD_FLEET_KEY });
    return site;
  }

  get port(): number {
    return Number(new URL(this.appliance.url).port);
  }

  /** Restarts like an upgrade, at the same address. Returns the milliseconds of downtime. */
  async restart(): Promise<number> {
    const { data, stop } = this.appliance;
    const { port } = this;
    const began = performance.now();
    await stop();
    const program = this.program;
    this.appliance = await startAppliance({ data, program, args: ['--port', String(port)] });
    return roundValue(performance.now() - began);
  }

  post = (path: string, body: object) => this.ask('POST', path, body);

  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  async ask(method: string, path: string, body?: object): Promise<any> {
    const answer = await fetch(`${this.appliance.url}/api${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...this.headers },
      body: body && JSON.stringify(body),
      tls: { rejectUnauthorized: false },
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 300)}`);
    return text.startsWith('{') ? JSON.parse(text).data : text;
  }

  /** Returns the number of database statements so far. */
  async statements(): Promise<number> {
    return Number(/^millwright_sql_statements_total (\d+)$/m.exec(await this.ask('GET', '/metrics'))?.[1]);
  }

  /** Measures the resource usage of the appliance during the work, and the latency of the health probe. */
  async during<T>(work: () => Promise<T>): Promise<T & Measurement> {
    const { pid } = this.appliance;
    const [before, statements, began] = [readProcessUsage(pid), await this.statements(), performance.now()];
    const probe = await LoadConnection.open(this.port);
    const waits: number[] = [];
    let [isOver, most] = [false, before.mb];
    const watching = (async () => {
      while (!isOver) {
        const sentAt = performance.now();
        await probe.ask('GET', '/dashboard/health');
        waits.push(performance.now() - sentAt);
        most = Math.max(most, readProcessUsage(pid).mb);
        await Bun.sleep(50);
      }
    })();
    const done = await work();
    isOver = true;
    await watching;
    probe.end();
    const seconds = (performance.now() - began) / 1000;
    const after = readProcessUsage(pid);
    return {
      ...done,
      seconds: roundValue(seconds),
      mb: { end: after.mb, most },
      corepercent: roundValue(((after.seconds - before.seconds) / seconds) * 100),
      statements: (await this.statements()) - statements,
      healthms: summarizeTimes(waits),
    };
  }
}

interface Measurement {
  seconds: number;
  mb: { end: number; most: number };
  /** Percent of one core. */
  corepercent: number;
  statements: number;
  healthms: ReturnType<typeof summarizeTimes>;
}
