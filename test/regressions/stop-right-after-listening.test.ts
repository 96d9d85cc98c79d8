import { expect, setDefaultTimeout, test } from 'bun:test';
import { startAppliance } from '../browser/harness.ts';
import { createScratchDirectory } from '../faults/process.ts';

setDefaultTimeout(120_000);

const data = createScratchDirectory('early-stop');

test('the server exits with 0 when it is stopped right after it starts to listen', async () => {
  for (let turn = 1; turn <= 4; turn++) {
    const appliance = await startAppliance({ data, args: ['--no-tls'] });
    expect([turn, await appliance.stop()]).toEqual([turn, 0]);
    expect(await Bun.file(`${data}/owner.json`).exists()).toBe(false);
  }
});
