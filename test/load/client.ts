import tls from 'node:tls';
import { credentialOf } from './fleet.ts';

/** A PC of the load fleet: one connection, and a poll on it that is asked again whenever it ends empty. */
export class LoadPc {
  private socket: tls.TLSSocket | undefined;
  private waiting: ((at: number) => void) | undefined;
  answers: Record<string, number> = {};
  errors = 0;
  private isOver = false;
  /** When it was back after the appliance had sent it away, on the clock that only goes forward. */
  returned: number | undefined;

  constructor(
    readonly n: number,
    private readonly port: number,
  ) {}

  /** Settles once the poll is sent. */
  connect(): Promise<void> {
    return new Promise((resolve) => {
      const socket = tls.connect({ host: '127.0.0.1', port: this.port, rejectUnauthorized: false }, () => {
        this.poll();
        resolve();
      });
      this.socket = socket;
      socket.on('data', (bytes) => this.hear(bytes.toString('latin1')));
      socket.on('error', () => {
        this.errors++;
        resolve();
      });
      socket.on('close', () => {
        if (!this.isOver) this.errors++;
      });
    });
  }

  /** When the next command arrives, on the clock that only goes forward. */
  nextCommand(): Promise<number> {
    return new Promise((resolve) => {
      this.waiting = resolve;
    });
  }

  /** Polls again, after it was handed a command. */
  resume(): void {
    this.returned = undefined;
    if (!this.isOver) this.poll();
  }

  end(): void {
    this.isOver = true;
    this.socket?.destroy();
  }

  /** As the agent does: nothing before the moment that the server has chosen, and within its second at random. */
  private leaveFor(seconds: number): void {
    this.isOver = true;
    this.socket?.destroy();
    setTimeout(
      async () => {
        this.isOver = false;
        await this.connect();
        this.returned = performance.now();
      },
      (seconds + Math.random()) * 1000,
    );
  }

  private poll(): void {
    this.socket?.write(
      `GET /api/endpoints/commands/next?wait=25 HTTP/1.1\r\nHost: load\r\nX-Endpoint-Credential: ${credentialOf(this.n)}\r\n\r\n`,
    );
  }

  private hear(text: string): void {
    const status = text.slice(9, 12);
    this.answers[status] = (this.answers[status] ?? 0) + 1;
    const pause = /^retry-after: (\d+)/im.exec(text)?.[1];
    if (pause) this.leaveFor(Number(pause));
    else if (status === '204') this.poll();
    else if (status === '200') this.waiting?.(performance.now());
    else this.errors++;
  }
}
