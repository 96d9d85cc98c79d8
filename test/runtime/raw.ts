import { connect, type Socket } from 'node:net';

/** A connection that a test writes to byte by byte. */
export interface RawConnection {
  socket: Socket;
  /** What has come so far. */
  received(): string;
  /** Waits until what came contains the text; fails with what did come when the connection ends before. */
  until(text: string): Promise<string>;
  /** Waits for the end of the connection and answers all that came. */
  ended(): Promise<string>;
}

export async function openRaw(port: number, first: string): Promise<RawConnection> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  let closed = false;
  const seen = new Set<() => void>();
  const tell = () => seen.forEach((look) => void look());
  socket.on('data', (piece) => {
    text += piece.toString('latin1');
    tell();
  });
  // A connection that is cut ends, too.
  socket.on('error', () => undefined);
  socket.on('close', () => {
    closed = true;
    tell();
  });
  await new Promise((resolve) => socket.once('connect', resolve));
  socket.write(first);
  const wait = (done: () => boolean) =>
    new Promise<string>((resolve) => {
      const look = () => {
        if (!done() && !closed) return;
        seen.delete(look);
        resolve(text);
      };
      seen.add(look);
      look();
    });
  return {
    socket,
    received: () => text,
    async until(wanted) {
      const got = await wait(() => text.includes(wanted));
      if (!got.includes(wanted)) throw new Error(`The connection ended before ${wanted} came: ${got}`);
      return got;
    },
    ended: () => wait(() => false),
  };
}

/** The head of a request, with a blank line after it. */
export const requestHead = (first: string, ...headers: string[]): string =>
  [`${first} HTTP/1.1`, 'Host: pc', ...headers, '', ''].join('\r\n');
