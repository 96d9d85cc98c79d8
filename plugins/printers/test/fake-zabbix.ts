import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FakeItem {
  hostid: string;
  name: string;
  key_: string;
  units?: string;
  lastvalue: string;
  lastclock: number;
}

export interface FakeHost {
  hostid: string;
  host: string;
  name?: string;
  ip?: string;
}

export type Mode = 'well' | 'hang' | 'drip' | 'garbage' | '500' | 'huge' | 'refuse' | 'html' | 'redirect';

interface Question {
  method: string;
  params: {
    hostids?: string[];
    filter?: { ip?: string[]; host?: string[]; name?: string[]; units?: string };
    search?: { key_: string };
  };
  auth?: string;
}

/** Implements the Zabbix JSON-RPC methods that the plugin calls, or fails as servers do. */
export class FakeZabbix {
  mode: Mode = 'well';
  version = '6.0.14';
  hosts: FakeHost[] = [];
  items: FakeItem[] = [];
  /** Number of requests that arrived, including failed ones. */
  arrived = 0;
  /** Received requests without the version queries. */
  requests: { method: string; auth?: string; bearer?: string }[] = [];
  private readonly server = createServer((request, response) => void this.hear(request, response));

  constructor(private readonly token: string) {
    this.server.listen(0, '127.0.0.1');
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/zabbix`;
  }

  /** Closes the connections of all running requests. */
  cut(): void {
    this.server.closeAllConnections();
  }

  stop(): void {
    this.cut();
    this.server.close();
  }

  private async hear(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.arrived++;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (this.mode !== 'well') return this.fail(response);
    const question = JSON.parse(Buffer.concat(chunks).toString()) as Question;
    const bearer = request.headers.authorization?.replace('Bearer ', '');
    const isRight = request.url === '/zabbix/api_jsonrpc.php';
    const isOpen = question.method === 'apiinfo.version';
    if (!isOpen) this.requests.push({ method: question.method, auth: question.auth, bearer });
    response.writeHead(isRight ? 200 : 404, { 'content-type': 'application/json' });
    const isKnown = isOpen || (question.auth ?? bearer) === this.token;
    const outcome = isKnown
      ? { result: this.answer(question) }
      : {
          error: {
            code: -32602,
            message: 'Invalid params.',
            data: `Not authorised: ${question.auth ?? bearer}`,
          },
        };
    response.end(JSON.stringify({ jsonrpc: '2.0', ...outcome, id: 1 }));
  }

  private answer({ method, params }: Question): unknown {
    const { filter = {}, hostids = [] } = params;
    if (method === 'apiinfo.version') return this.version;
    if (method === 'hostinterface.get')
      return this.hosts
        .filter(({ ip }) => ip !== undefined && filter.ip!.includes(ip))
        .map(({ hostid, ip }) => ({ interfaceid: hostid, hostid, ip, dns: '' }));
    if (method === 'host.get')
      return this.hosts.filter(
        ({ host, name }) => filter.host!.includes(host) || filter.name!.includes(name ?? ''),
      );
    const own = this.items.filter(({ hostid }) => hostids.includes(hostid));
    const rows = params.search
      ? own.filter(({ key_ }) => key_.startsWith(params.search!.key_))
      : own.filter(({ units }) => units === filter.units);
    return rows.map((row) => ({ units: '', ...row, lastclock: String(row.lastclock) }));
  }

  private fail(response: ServerResponse): void {
    if (this.mode === 'hang') return;
    if (this.mode === 'drip') {
      response.writeHead(200, { 'content-type': 'application/json' });
      const drip = setInterval(() => response.write(' '), 50);
      response.once('close', () => clearInterval(drip));
      return;
    }
    if (this.mode === 'huge') {
      response.writeHead(200, { 'content-type': 'application/json' });
      const piece = `"${'x'.repeat(1 << 20)}",`;
      const pour = () => {
        if (!response.destroyed) response.write(piece, () => setImmediate(pour));
      };
      pour();
      return;
    }
    if (this.mode === 'redirect') response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
    else if (this.mode === '500') response.writeHead(500).end(`boom ${this.token}`);
    else if (this.mode === 'html') response.writeHead(200).end('<html>Zabbix is being installed</html>');
    else if (this.mode === 'garbage')
      response.writeHead(200).end('{"jsonrpc":"2.0","result":{"a":[1,2,{"hostid":7}]}}');
    else response.destroy();
  }
}
