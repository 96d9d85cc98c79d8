import { expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { type Appliance, startAppliance } from '../browser/harness.ts';
import { createFirstAdmin, createScratchDirectory, post, readVendorNames, runMillwright } from './process.ts';

setDefaultTimeout(120_000);

const WRITES = 1000;
const WRITERS = 8;
const scratch = createScratchDirectory('power');

/** Creates vendors in parallel until the appliance is gone. Returns the names that were acknowledged. */
async function writeUntilCut(appliance: Appliance, cutAfter: number): Promise<string[]> {
  const headers = await createFirstAdmin(appliance.url);
  const saved: string[] = [];
  let next = 0;
  let cut: Promise<void> | undefined;
  const writer = async () => {
    while (next < WRITES) {
      const vendor = `Vendor ${next++}`;
      const answer = await post(appliance.url, '/api/vendors', headers, { vendor }).catch(() => undefined);
      if (answer?.status !== 201) return;
      saved.push(vendor);
      if (saved.length >= cutAfter) cut ??= appliance.kill();
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, writer));
  await cut;
  return saved;
}

test('a power cut during many writes loses no acknowledged write and keeps the audit log intact', async () => {
  const data = join(scratch, 'cut');
  const saved = await writeUntilCut(await startAppliance({ data, args: ['--no-tls'] }), 600);
  expect(saved.length).toBeGreaterThanOrEqual(600);
  expect(saved.length).toBeLessThan(WRITES);
  const again = await startAppliance({ data, args: ['--no-tls'] });
  try {
    const there = await readVendorNames(again.url);
    expect(saved.filter((vendor) => !there.has(vendor))).toEqual([]);
    // Pending requests may have been stored without acknowledgment, but nothing else may appear.
    expect(there.size - saved.length).toBeLessThanOrEqual(WRITERS);
    const doctor = await runMillwright('doctor', '--data', data, '--no-tls');
    expect([doctor.code, doctor.stdout]).toEqual([0, expect.stringMatching(/audit log: \d+ rows, unbroken/)]);
  } finally {
    expect(await again.stop()).toBe(0);
  }
});

test('a second process on the same data is refused with the owner, and the first continues', async () => {
  const data = join(scratch, 'held');
  const first = await startAppliance({ data, args: ['--no-tls'] });
  try {
    const { pid } = (await Bun.file(`${data}/owner.json`).json()) as { pid: number };
    for (const command of ['serve', 'migrate']) {
      const second = await runMillwright(command, '--data', data, '--no-tls', '--port', '0');
      expect([command, second.code, second.stdout]).toEqual([command, 1, '']);
      expect(second.stderr).toMatch(
        new RegExp(`is in use by process ${pid}, started 2\\S+\\. Stop it first, or specify another`),
      );
    }
    expect((await fetch(`${first.url}/api/dashboard/health`)).status).toBe(200);
  } finally {
    await first.kill();
  }
  const next = await startAppliance({ data, args: ['--no-tls'] });
  expect(await next.stop()).toBe(0);
});
