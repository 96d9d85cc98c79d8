import { rmSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createRandom } from './measure.ts';
import { PROFILES } from './profiles/index.ts';
import { LoadSite } from './site.ts';

/**
 * Loads an appliance with a fleet over TLS and prints the measurements, one line of JSON per profile. Times
 * are in milliseconds, memory in megabytes.
 */
const HELP = `npm run load -- [PROFILE...] [--pcs 2000] [--seed 1] [--program EXECUTABLE]
Profiles, all where none is named: ${Object.keys(PROFILES).join(', ')}. Without a program, the sources are loaded.`;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    pcs: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
    /** An executable to run instead of the sources. */
    program: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (options.help) {
  process.stdout.write(`${HELP}\n`);
  process.exit(0);
}
const chosen = positionals.length > 0 ? positionals : Object.keys(PROFILES);
const unknown = chosen.find((name) => !Object.hasOwn(PROFILES, name));
if (unknown !== undefined)
  throw new Error(`There is no profile ${unknown}; there are ${Object.keys(PROFILES).join(', ')}.`);

const box = `${cpus().length} x ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 1024 ** 3)} GB`;
for (const name of chosen) {
  const data = join(tmpdir(), `millwright-load-${process.pid}`);
  const { run, plain } = PROFILES[name]!;
  const pcs = Number(options.pcs);
  const site = await LoadSite.start(
    data,
    options.program ? [resolve(options.program)] : undefined,
    pcs,
    plain,
  );
  try {
    const measured = await run({ site, pcs, random: createRandom(Number(options.seed)) });
    process.stdout.write(`${JSON.stringify({ profile: name, pcs, seed: options.seed, box, ...measured })}\n`);
  } finally {
    await site.appliance.kill();
    rmSync(data, { recursive: true, force: true });
  }
}
