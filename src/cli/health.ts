import { X509Certificate } from 'node:crypto';
import http from 'node:http';
import { join } from 'node:path';
import tls from 'node:tls';
import { z } from 'zod';
import type { Output } from '../kit/cli.ts';
import { type Config, UsageError } from '../kit/config.ts';
import { hasCertificate, loadCertificate } from '../kit/tls/certificate.ts';

const TIMEOUT_MS = 5000;
const MAX_ANSWER_BYTES = 64 * 1024;

const answerShape = z.object({
  data: z.object({ healthy: z.literal(true), writable: z.boolean(), version: z.string() }),
});
type Health = z.infer<typeof answerShape>['data'];

/**
 * Checks the health of the running appliance on this machine. Returns 0 when it is healthy, also with a full
 * disk, and 1 otherwise, and prints the result. Trusts only the certificate of the data directory. Throws a
 * `UsageError` for port 0, which identifies no port.
 */
export async function checkHealth(config: Config, { out, err }: Output): Promise<number> {
  if (config.port === 0) throw new UsageError('--port 0 is not valid. Specify the port of the appliance.');
  try {
    const { version, writable } = await readHealth(config);
    const disk = writable ? '' : ' Its disk is full, so it is read-only.';
    out(`Millwright ${version} is healthy.${disk}`);
    return 0;
  } catch (cause) {
    err(`Millwright is not healthy: ${cause instanceof Error ? cause.message : cause}`);
    return 1;
  }
}

async function readHealth(config: Config): Promise<Health> {
  const socket = config.tls ? await connectTrusted(config) : undefined;
  try {
    const { status, text } = await get(config, socket);
    if (status !== 200) throw new Error(`It returned status ${status}.`);
    const answer = answerShape.safeParse(parseJson(text));
    if (!answer.success) throw new Error('Another program uses its port.');
    return answer.data.data;
  } finally {
    socket?.destroy();
  }
}

/** Returns the host to connect to. A listener on all addresses also responds on the loopback address. */
const hostOf = ({ host }: Config): string => (host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host);

/** Connects over TLS. Rejects unless the server presents the certificate in the data directory. */
function connectTrusted(config: Config): Promise<tls.TLSSocket> {
  const expected = readOwnCertificate(join(config.data, 'certs'));
  return new Promise((resolve, reject) => {
    // The name and the validity of the certificate do not affect health, so its bytes are compared instead.
    const socket = tls.connect({ host: hostOf(config), port: config.port, rejectUnauthorized: false });
    const fail = (error: Error) => {
      socket.destroy();
      reject(error);
    };
    socket.setTimeout(TIMEOUT_MS, () => fail(new Error('It does not respond.')));
    socket.once('error', (cause) => fail(explainConnection(cause, config)));
    socket.once('secureConnect', () => {
      if (expected.equals(socket.getPeerCertificate().raw)) resolve(socket);
      else
        fail(
          new Error(`Port ${config.port} presents a different certificate than the one in ${config.data}.`),
        );
    });
  });
}

function readOwnCertificate(folder: string): Buffer {
  if (!hasCertificate(folder))
    throw new Error(
      `There is no certificate in ${folder}. Specify the data directory of the appliance with --data.`,
    );
  return new X509Certificate(loadCertificate(folder).cert).raw;
}

/** Sends requests over an existing connection. */
class OneConnection extends http.Agent {
  constructor(private readonly socket: tls.TLSSocket) {
    super();
  }

  override createConnection(): tls.TLSSocket {
    return this.socket;
  }
}

function get(config: Config, socket: tls.TLSSocket | undefined): Promise<{ status: number; text: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>();
  const host = hostOf(config);
  const path = `${config.basePath}/api/dashboard/health`;
  const agent = socket ? new OneConnection(socket) : undefined;
  const request = http.get({ host, port: config.port, path, agent }, (response) => {
    readText(response).then((text) => resolve({ status: response.statusCode ?? 0, text }), reject);
  });
  request.setTimeout(TIMEOUT_MS, () => request.destroy(new Error('It does not respond.')));
  request.on('error', (cause) => reject(explainConnection(cause, config)));
  return promise;
}

async function readText(response: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) throw new Error('Another program uses its port.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function explainConnection(cause: Error, config: Config): Error {
  if ((cause as { code?: string }).code !== 'ECONNREFUSED') return cause;
  return new Error(`Nothing listens on ${hostOf(config)}, port ${config.port}.`, { cause });
}
