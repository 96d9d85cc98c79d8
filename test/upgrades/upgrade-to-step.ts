// Upgrades a data directory with an action at one step: kills itself, fills the disk, or prints each step.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { plugins } from '../../plugins/index.ts';
import { chainsOf } from '../../src/app.ts';
import { migrate } from '../../src/kit/data/migrate.ts';
import { fill } from '../support/fill-disk.ts';

const [data = '', deed = '', wanted = ''] = process.argv.slice(2);
const deeds: Record<string, () => void> = {
  kill: () => process.kill(process.pid, 'SIGKILL'),
  fill: () => fill(join(data, '../ballast')),
};

try {
  migrate(join(data, 'millwright.db'), chainsOf(plugins), () => new Date(), {
    onStep: (step) => {
      process.stdout.write(`${step}\n`);
      if (step === wanted) deeds[deed]?.();
    },
    onArchiveFailed: (file) => process.stdout.write(`not archived ${existsSync(file)}\n`),
  });
} catch (cause) {
  process.stderr.write(`${cause instanceof Error ? cause.message : cause}\n`);
  process.exit(1);
}
