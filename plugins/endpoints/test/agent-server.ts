import { mkdtempSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../../../test/support/receivers.ts';
import { Agent } from '../agent/agent.ts';
import { StateFile } from '../agent/state.ts';
import type { AgentTime } from '../agent/stoppable-timer.ts';

interface RecordedRequest {
  at: number;
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: Buffer;
}
interface PreparedResponse {
  /** 0 closes the connection. */
  status: number;
  headers?: Record<string, string>;
  data?: unknown;
}

/** Simulates the server for an agent: it holds polls open, accepts check-ins and records each request. */
export class AgentServer {
  calls: RecordedRequest[] = [];
  /** Responses to the next polls; later polls stay open. */
  polls: PreparedResponse[] = [];
  /** Fields that a check-in response contains in addition to the required ones. */
  orders: Record<string, unknown> = {};
  /** Responses of other paths; a path without one returns 404. */
  answers: Record<string, (request: RecordedRequest) => PreparedResponse> = {};
  private readonly held = new Set<ServerResponse>();
  private readonly server = createServer((request, response) => void this.hear(request, response));

  constructor() {
    this.server.listen(0, '127.0.0.1');
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  reset(): void {
    this.calls = [];
    this.polls = [];
    this.orders = {};
    this.answers = {};
  }

  stop(): void {
    for (const response of this.held) response.destroy();
    this.server.close();
  }

  /** Waits for the nth request of a path and returns it. */
  async waitForRequest(path: string, nth = 1): Promise<RecordedRequest> {
    const findCall = () => this.callsOf(path)[nth - 1];
    await eventually(() => findCall() !== undefined, `call ${nth} of ${path}`);
    return findCall()!;
  }

  callsOf(path: string): RecordedRequest[] {
    return this.calls.filter((one) => one.path.split('?')[0] === `/api${path}`);
  }

  private async hear(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const at = performance.now();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url: path = '', headers } = request;
    const recorded = { at, method, path, headers, body: Buffer.concat(chunks) };
    this.calls.push(recorded);
    const prepared = this.tell(recorded);
    if (!prepared) {
      this.held.add(response);
      response.once('close', () => this.held.delete(response));
      return;
    }
    if (prepared.status === 0) {
      request.socket.destroy();
      return;
    }
    response.writeHead(prepared.status, { 'content-type': 'application/json', ...prepared.headers });
    response.end(prepared.status === 204 ? undefined : JSON.stringify({ data: prepared.data ?? null }));
  }

  private tell(recorded: RecordedRequest): PreparedResponse | undefined {
    const name = recorded.path.split('?')[0]!.slice('/api'.length);
    const createResponse = this.answers[name];
    if (createResponse) return createResponse(recorded);
    if (name === '/endpoints/commands/next') return this.polls.shift();
    if (name === '/collector/computers') return { status: 200, data: {} };
    if (name === '/endpoints/checkin')
      return { status: 200, data: { pollseconds: 60, serverpins: [], ...this.orders } };
    return { status: 404, data: { error: { code: 'NOT_FOUND', message: 'There is no such route.' } } };
  }
}

export const startServer = (): AgentServer => new AgentServer();

/** Starts an enrolled agent that runs until it is stopped. `sessions` is the folder of the user sessions. */
export function startAgent(
  server: AgentServer,
  folder = mkdtempSync(join(tmpdir(), 'agent-')),
  sessions?: string,
  time?: AgentTime,
) {
  const file = new StateFile(folder);
  const lines: string[] = [];
  const state = {
    server: server.url,
    pins: [],
    nonce: 'n'.repeat(64),
    credential: 'mw_epc_test',
    assetid: 1,
  };
  const writeLine = (line: string) => lines.push(line);
  const agent = new Agent(file.read() ?? state, file, writeLine, { sessions, time });
  const ran = agent.run();
  const stop = async () => {
    agent.stop();
    await ran;
  };
  return { folder, said: lines, stop };
}
