import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createRandom } from '../load/measure.ts';
import { prepareExecutable } from '../support/executable.ts';
import { FAULTS } from './faults.ts';

const HELP = `npm run faults -- [FAULT...] [--times N] [--seed 1]
Kills and starves an appliance at random moments, and checks after each that nothing acknowledged is lost and that
doctor finds no fault. Faults, all where none is named: ${Object.keys(FAULTS).join(', ')}.
--times is the number of faults that hit the work; the default is 1,000 for writes and 100 for the others.`;

const DEFAULT_TIMES = 100;
const DEFAULT_TIMES_OF_WRITES = 1000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    times: { type: 'string' },
    seed: { type: 'string', default: '1' },
    help: { type: 'boolean', default: false },
  },
});
const unknown = positionals.find((name) => !Object.hasOwn(FAULTS, name));
if (values.help || unknown !== undefined) {
  process.stdout.write(`${unknown === undefined ? '' : `There is no fault ${unknown}.\n`}${HELP}\n`);
  process.exit(values.help ? 0 : 2);
}

const program = prepareExecutable();
const timesOf = (name: string): number =>
  Number(values.times ?? (name === 'writes' ? DEFAULT_TIMES_OF_WRITES : DEFAULT_TIMES));
let failures = 0;
process.stdout.write(
  '| Fault | Hit the work | Missed it | Failures | Seconds |\n| --- | --- | --- | --- | --- |\n',
);
for (const name of positionals.length > 0 ? positionals : Object.keys(FAULTS)) {
  const { title, run } = FAULTS[name]!;
  const folder = mkdtempSync(join(tmpdir(), 'millwright-faults-'));
  const started = performance.now();
  const count = await run({
    times: timesOf(name),
    random: createRandom(Number(values.seed)),
    program,
    folder,
  });
  rmSync(folder, { recursive: true, force: true });
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  process.stdout.write(
    `| ${title} | ${count.hits} | ${count.misses} | ${count.failures.length} | ${seconds} |\n`,
  );
  for (const failure of count.failures) process.stdout.write(`  ${failure}\n`);
  failures += count.failures.length;
}
process.exit(failures === 0 ? 0 : 1);
