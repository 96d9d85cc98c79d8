import { connect, createServer, type Socket } from 'node:net';

/** Passes connections on to another port of this machine, and counts what their callers send. */
export interface TestRelay {
  port: number;
  /** Number of connections that were opened, and of bytes that were sent, since the start. */
  readonly sent: { connections: number; bytes: number };
  stop(): void;
}

/** `portOf` is asked for the port behind at each connection, since a server may come back at another one. */
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
