import { connect, type Socket } from 'node:net';

/** A connection to which a test writes raw bytes. */
export interface RawConnection {
  socket: Socket;
  /** Returns the data received so far. */
  received(): string;
  /**
   * Waits until the received data contains the text. If the connection ends first, rejects with the received
   * data.
   */
  until(text: string): Promise<string>;
  /** Waits for the end of the connection and returns all received data. */
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
  // A reset connection counts as ended too.
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

/** Returns the head of a request, followed by a blank line. */
export const requestHead = (first: string, ...headers: string[]): string =>
  [`${first} HTTP/1.1`, 'Host: pc', ...headers, '', ''].join('\r\n');
