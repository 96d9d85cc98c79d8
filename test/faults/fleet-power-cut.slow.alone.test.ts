import { expect, setDefaultTimeout, test } from 'bun:test';
import { type Appliance, startAppliance } from '../browser/harness.ts';
import { credentialOf, makeFleet } from '../load/fleet.ts';
import {
  createFirstAdmin,
  createScratchDirectory,
  post,
  readJsonResponse,
  runMillwright,
} from './process.ts';

setDefaultTimeout(120_000);

const PCS = 40;
const ROUNDS = 20;
const data = createScratchDirectory('fleet-power');

/** The facts that the PCs can prove: received commands, and acknowledged results. */
interface FleetRecord {
  /** Number of deliveries of each command to its PC. */
  claims: Map<number, number>;
  acknowledged: Set<number>;
  /** Commands that were claimed and executed, but whose result is not acknowledged. */
  inHand: Map<number, number>;
}

const headersOf = (n: number) => ({
  'content-type': 'application/json',
  'x-endpoint-credential': credentialOf(n),
});

async function report(url: string, progress: FleetRecord, n: number, commandid: number): Promise<boolean> {
  const result = { status: 'succeeded', exitcode: 0, output: `done ${commandid}` };
  const answer = await post(url, `/api/endpoints/commands/${commandid}/result`, headersOf(n), result).catch(
    () => undefined,
  );
  if (answer?.status !== 200) return false;
  progress.inHand.delete(commandid);
  progress.acknowledged.add(commandid);
  return true;
}

/** Claims and executes commands as a PC until there is none, or the appliance is gone. */
async function work(url: string, progress: FleetRecord, n: number, heard: () => void): Promise<void> {
  for (;;) {
    const answer = await fetch(`${url}/api/endpoints/commands/next?wait=0`, { headers: headersOf(n) }).catch(
      () => undefined,
    );
    if (answer?.status !== 200) return;
    const text = await answer.json().catch(() => undefined);
    if (!text) return;
    const { commandid } = text.data;
    progress.claims.set(commandid, (progress.claims.get(commandid) ?? 0) + 1);
    progress.inHand.set(commandid, n);
    heard();
    if (!(await report(url, progress, n, commandid))) return;
  }
}

const allPcs = (run: (n: number) => Promise<void>) =>
  Promise.all(Array.from({ length: PCS }, (_, n) => run(n)));

async function queue({ url }: Appliance, headers: Record<string, string>): Promise<number> {
  const message = { scope: {}, action: 'message', parameters: { text: 'x' } };
  let queued = 0;
  for (let round = 0; round < ROUNDS; round++)
    queued += (await readJsonResponse(await post(url, '/api/endpoints/commands/bulk', headers, message))).data
      .queued.length;
  return queued;
}

/** Returns the state of each command by its ID. */
async function states(url: string, headers: Record<string, string>): Promise<Map<number, string>> {
  const found = new Map<number, string>();
  for (let page = 1; ; page++) {
    const path = `${url}/api/endpoints/commands?per_page=100&page=${page}`;
    const { data, meta } = await readJsonResponse(await fetch(path, { headers }));
    for (const { commandid, state } of data) found.set(commandid, state);
    if (page >= meta.pagination.pages) return found;
  }
}

test('a power cut between claims and results repeats no command and loses no result', async () => {
  makeFleet(data, PCS);
  const first = await startAppliance({ data, args: ['--no-tls'] });
  let headers = await createFirstAdmin(first.url);
  const queued = await queue(first, headers);
  expect(queued).toBe(PCS * ROUNDS);
  const progress: FleetRecord = { claims: new Map(), acknowledged: new Set(), inHand: new Map() };
  let cut: Promise<void> | undefined;
  await allPcs((n) =>
    work(first.url, progress, n, () => {
      if (progress.claims.size >= queued / 2) cut ??= first.kill();
    }),
  );
  await cut;
  expect(progress.claims.size).toBeLessThan(queued);
  expect(progress.acknowledged.size).toBeGreaterThan(queued / 4);
  // The failure came after a claim and before its result.
  expect(progress.inHand.size).toBeGreaterThan(0);

  const again = await startAppliance({ data, args: ['--no-tls'] });
  try {
    const login = await post(
      again.url,
      '/api/auth/login',
      { 'content-type': 'application/json' },
      {
        username: 'admin',
        password: 'correct horse',
      },
    );
    headers = { authorization: `Bearer ${(await readJsonResponse(login)).data.access_token}` };
    const after = await states(again.url, headers);
    const lost = [...progress.acknowledged].filter((commandid) => after.get(commandid) !== 'succeeded');
    expect(lost).toEqual([]);
    expect([...progress.inHand.keys()].filter((commandid) => after.get(commandid) === 'queued')).toEqual([]);
    // The PCs send the missing results and continue.
    for (const [commandid, n] of [...progress.inHand])
      expect([commandid, await report(again.url, progress, n, commandid)]).toEqual([commandid, true]);
    await allPcs((n) => work(again.url, progress, n, () => undefined));
    expect([...progress.claims.values()].filter((times) => times > 1)).toEqual([]);
    const atTheEnd = [...(await states(again.url, headers)).entries()];
    expect(atTheEnd).toHaveLength(queued);
    // If a claim was stored but its response was interrupted, the PC waits until that claim times out. No
    // other command is lost.
    const stuck = new Set(
      atTheEnd.filter(([, state]) => state === 'pending').map(([commandid]) => commandid),
    );
    expect([...stuck].filter((commandid) => progress.claims.has(commandid))).toEqual([]);
    expect(stuck.size).toBeLessThanOrEqual(PCS);
    const doctor = await runMillwright('doctor', '--data', data, '--no-tls');
    expect([doctor.code, doctor.stdout]).toEqual([0, expect.stringMatching(/audit log: \d+ rows, unbroken/)]);
  } finally {
    expect(await again.stop()).toBe(0);
  }
});
