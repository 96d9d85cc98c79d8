import { connect, createServer, type Socket } from 'node:net';

/** A relay that forwards connections to another local port and counts the bytes that clients send. */
export interface TestRelay {
  port: number;
  /** Number of opened connections and of bytes that clients sent since the start. */
  readonly sent: { connections: number; bytes: number };
  stop(): void;
}

/** Starts a relay. It calls `portOf` for each connection, because a restarted server may use another port. */
export async function startRelay(portOf: () => number): Promise<TestRelay> {
  const sent = { connections: 0, bytes: 0 };
  const open = new Set<Socket>();
  const server = createServer((caller) => {
    sent.connections++;
    const behind = connect(portOf(), '127.0.0.1');
    for (const [from, to] of [
      [caller, behind],
      [behind, caller],
    ] as const) {
      open.add(from);
      from.on('error', () => undefined);
      from.on('close', () => {
        open.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
    caller.on('data', (chunk) => {
      sent.bytes += chunk.length;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as { port: number }).port,
    sent,
    stop: () => {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}
