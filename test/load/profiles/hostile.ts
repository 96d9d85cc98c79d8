import { credentialOf } from '../fleet.ts';
import { LoadConnection } from '../load-connection.ts';
import { runAtRate, runConcurrently, summarizeTimes } from '../measure.ts';
import { errorsOf, LoadPc } from '../pc.ts';
import type { LoadProfile } from './index.ts';

const SECONDS = 30;
const ATTACKS_A_SECOND = 200;
const CHECKINS_A_SECOND = 200;

/** Requests of an attacker on the network. Each is sent on a connection that is closed afterwards. */
const ATTACKS: readonly ((n: number) => string)[] = [
  (n) => post('/endpoints/checkin', `X-Endpoint-Credential: ${credentialOf(n + 1_000_000)}`, '{}'),
  (n) => post('/endpoints/checkin', `X-Endpoint-Credential: ${credentialOf(n)}`, '{"hostname":'),
  (n) => post('/endpoints/checkin', `X-Endpoint-Credential: ${credentialOf(n)}`, deep(10_000)),
  () => post('/endpoints/enroll', 'X-API-Key: guess', `{"hostname":"${'x'.repeat(60_000)}"}`),
  () => post('/collector/computers', 'X-API-Key: guess', 'x'.repeat(1_000_000)),
  () => 'GET /api/endpoints/commands/next?wait=25 HTTP/1.1\r\nX-Endpoint-Credential: none\r\n\r\n',
  () => 'POST /api/endpoints/checkin HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nffffffff\r\n',
  () => `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
  () => '\x16\x03\x01\x00\xff\x00\x00nonsense\r\n\r\n',
];

const deep = (levels: number) => `{"checks":${'['.repeat(levels)}${']'.repeat(levels)}}`;
const post = (path: string, header: string, body: string) =>
  `POST /api${path} HTTP/1.1\r\nHost: load\r\n${header}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

/** Two hundred attacks per second of nine kinds, while the PCs of the plant check in. */
export const runHostile: LoadProfile = async ({ site, pcs: size, random }) => {
  const pcs = Array.from({ length: Math.min(size, 2000) }, (_, n) => new LoadPc(n, site.port));
  await runConcurrently(pcs, 50, (pc) => pc.open());
  const checkins: number[] = [];
  let lost = 0;
  const taken = await site.during(async () => {
    await Promise.all([
      runAtRate(ATTACKS_A_SECOND, SECONDS, async (n) => {
        const line = await LoadConnection.open(site.port).catch(() => undefined);
        if (!line) {
          lost++;
          return;
        }
        line.write(ATTACKS[Math.floor(random() * ATTACKS.length)]!(n % size));
        await Bun.sleep(500);
        line.end();
      }),
      runAtRate(CHECKINS_A_SECOND, SECONDS, async (n) => {
        const began = performance.now();
        await pcs[n % pcs.length]!.checkIn({ agentversion: '0.1.0', uptimeseconds: n });
        checkins.push(performance.now() - began);
      }),
    ]);
    return {};
  });
  for (const pc of pcs) pc.end();
  return {
    ...taken,
    attacks: ATTACKS_A_SECOND * SECONDS,
    notconnected: lost,
    checkinms: summarizeTimes(checkins),
    errors: errorsOf(pcs),
  };
};
