import tls from 'node:tls';

export interface LoadResponse {
  status: number;
  /** Seconds that the server requests the client to wait. */
  retryAfter: number;
  text: string;
}

interface PendingRequest {
  resolve(heard: LoadResponse): void;
  reject(cause: Error): void;
}

/**
 * A persistent TLS connection with one request at a time. It takes 2 kB, so 14,000 of them fit next to a
 * server.
 */
export class LoadConnection {
  private pending: PendingRequest | undefined;
  private text = '';

  private constructor(private readonly socket: tls.TLSSocket) {
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => this.hear(text));
    socket.on('error', () => undefined);
    socket.on('close', () => this.pending?.reject(new Error('The connection was closed.')));
  }

  static open(port: number): Promise<LoadConnection> {
    return new Promise((resolve, reject) => {
      const socket = tls.connect({ host: '127.0.0.1', port, rejectUnauthorized: false });
      socket.once('error', reject);
      socket.once('secureConnect', () => {
        socket.off('error', reject);
        resolve(new LoadConnection(socket));
      });
    });
  }

  /** Sends a request. Rejects when the connection ends before the response. */
  ask(
    method: string,
    path: string,
    headers: Readonly<Record<string, string>> = {},
    body?: unknown,
  ): Promise<LoadResponse> {
    const content = body === undefined ? '' : JSON.stringify(body);
    const allHeaders = {
      Host: 'load',
      ...headers,
      ...(body !== undefined && {
        'Content-Type': 'application/json',
        'Content-Length': String(Buffer.byteLength(content)),
      }),
    };
    const head = Object.entries(allHeaders).map(([name, value]) => `${name}: ${value}\r\n`);
    return new Promise((resolve, reject) => {
      if (this.socket.destroyed) return reject(new Error('The connection was closed.'));
      this.pending = { resolve, reject };
      this.socket.write(`${method} /api${path} HTTP/1.1\r\n${head.join('')}\r\n${content}`);
    });
  }

  /** Writes raw bytes. */
  write(text: string): void {
    this.socket.write(text);
  }

  end(): void {
    this.socket.destroy();
    this.pending?.reject(new Error('The connection was ended.'));
    this.pending = undefined;
  }

  private hear(text: string): void {
    this.text += text;
    const end = this.text.indexOf('\r\n\r\n');
    if (end < 0) return;
    const head = this.text.slice(0, end);
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
    if (this.text.length < end + 4 + length) return;
    const heard = {
      status: Number(head.slice(9, 12)),
      retryAfter: Number(/\r\nretry-after: (\d+)/i.exec(head)?.[1] ?? 0),
      text: this.text.slice(end + 4, end + 4 + length),
    };
    this.text = '';
    const { pending } = this;
    this.pending = undefined;
    pending?.resolve(heard);
  }
}
