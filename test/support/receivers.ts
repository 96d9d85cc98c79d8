import { createServer, type Server } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { HANG_MS } from './hang.ts';

/** Starts a mail server that stores received mails. With `refuse` it responds to RCPT with an error. */
export async function startMailServer(
  refuse = false,
): Promise<{ port: number; mails: string[]; stop(): void }> {
  const mails: string[] = [];
  const server = createServer((socket) => {
    let receiving: string | undefined;
    socket.write('220 test\r\n');
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      if (receiving !== undefined) {
        receiving += chunk.toString();
        if (!receiving.includes('\r\n.\r\n')) return;
        mails.push(receiving);
        receiving = undefined;
        socket.write('250 kept\r\n');
        return;
      }
      for (const line of chunk.toString().split('\r\n').filter(Boolean)) {
        if (line.startsWith('EHLO')) socket.write('250-test\r\n250 AUTH PLAIN LOGIN\r\n');
        else if (line.startsWith('AUTH')) socket.write('535 5.7.8 bad password for s3cret-user\r\n');
        else if (line.startsWith('RCPT') && refuse) socket.write('550 no such box\r\n');
        else if (line === 'DATA') {
          receiving = '';
          socket.write('354 continue\r\n');
        } else socket.write(line === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n');
      }
    });
  });
  return { port: await startListening(server), mails, stop: () => void server.close() };
}

/** Makes a server listen on a free port of 127.0.0.1. Returns the port. */
export async function startListening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as { port: number }).port;
}

/** Returns a free port of 127.0.0.1. */
export async function findFreePort(): Promise<number> {
  const server = createServer();
  const port = await startListening(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Waits until the condition holds. Throws an Error that names `what` after two minutes. */
export async function eventually(
  condition: () => boolean | Promise<boolean>,
  what: string,
  pauseMs = 25,
): Promise<void> {
  for (const end = Date.now() + HANG_MS; Date.now() < end; await delay(pauseMs))
    if (await condition()) return;
  throw new Error(`It did not happen within two minutes: ${what}`);
}
