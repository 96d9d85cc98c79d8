import { expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { createScratchDirectory } from '../faults/process.ts';
import { createRandom } from '../load/measure.ts';
import { prepareExecutable } from '../support/executable.ts';
import { FAULTS } from './faults.ts';

setDefaultTimeout(600_000);

const TIMES = 5;
const scratch = createScratchDirectory('faults');

for (const [name, { title, run }] of Object.entries(FAULTS))
  test(`the appliance loses nothing acknowledged: ${title}`, async () => {
    const folder = mkdtempSync(join(scratch, `${name}-`));
    const count = await run({ times: TIMES, random: createRandom(7), program: prepareExecutable(), folder });
    expect([count.hits, count.failures]).toEqual([TIMES, []]);
  });
