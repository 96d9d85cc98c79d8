import type { z } from 'zod';
import type { checkin } from '../../plugins/endpoints/checkin/schemas.ts';
import { claimedCommand, type commandResult } from '../../plugins/endpoints/commands/schemas.ts';
import { credentialOf } from './fleet.ts';
import { LoadConnection, type LoadResponse } from './load-connection.ts';

const LEAST_IDLE_MS = 5000;

type ClaimedCommand = z.output<typeof claimedCommand>;

/** A PC of the load fleet. It has one connection for its polls, like an agent, and counts errors. */
export class LoadPc {
  private line: LoadConnection | undefined;
  private isOver = false;
  /** Seconds to wait before the next request, as the server requested in its last response to a poll. */
  away = 0;
  errors: Record<string, number> = {};

  constructor(
    readonly n: number,
    private readonly port: number,
  ) {}

  private get headers() {
    return { 'X-Endpoint-Credential': credentialOf(this.n) };
  }

  async open(): Promise<void> {
    this.line = await LoadConnection.open(this.port);
  }

  async checkIn(report: z.input<typeof checkin> = {}): Promise<LoadResponse> {
    return this.counted(await this.line!.ask('POST', '/endpoints/checkin', this.headers, report));
  }

  /** Polls until there is a command. Returns undefined once the connection has ended. */
  async nextCommand(wait = 25): Promise<ClaimedCommand | undefined> {
    while (!this.isOver) {
      const began = performance.now();
      const heard = await this.line!.ask('GET', `/endpoints/commands/next?wait=${wait}`, this.headers).catch(
        () => undefined,
      );
      if (!heard) return undefined;
      if (heard.status === 200) return claimedCommand.parse(JSON.parse(heard.text).data);
      this.counted(heard);
      this.away = heard.retryAfter;
      // The PCs spread their requests within the second that the server has chosen.
      if (this.away > 0) await Bun.sleep((this.away + Math.random()) * 1000);
      // Like the agent, does not repeat immediately a poll that returned immediately.
      const spent = performance.now() - began;
      if (wait > 0 && spent < LEAST_IDLE_MS) await Bun.sleep(LEAST_IDLE_MS - spent);
    }
    return undefined;
  }

  async report(commandid: number, outcome: z.input<typeof commandResult>): Promise<LoadResponse> {
    const path = `/endpoints/commands/${commandid}/result`;
    return this.counted(await this.line!.ask('POST', path, this.headers, outcome));
  }

  end(): void {
    this.isOver = true;
    this.line?.end();
  }

  private counted(heard: LoadResponse): LoadResponse {
    if (heard.status >= 300) this.errors[heard.status] = (this.errors[heard.status] ?? 0) + 1;
    return heard;
  }
}

/** Returns the errors of all PCs by status. */
export function errorsOf(pcs: readonly LoadPc[]): Record<string, number> {
  const all: Record<string, number> = {};
  for (const { errors } of pcs)
    for (const [status, count] of Object.entries(errors)) all[status] = (all[status] ?? 0) + count;
  return all;
}
