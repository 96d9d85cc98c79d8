import { expect, test } from 'bun:test';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../build/paths.ts';
import { areThere } from '../clients/project.ts';
import { scratchDirectory } from '../faults/process.ts';
import { must } from './made.ts';

const UNIT = 'millwright.service';
/** As systemd counts: 0 is closed to everything, 10 open to everything. */
const MOST_EXPOSED = 2;

test.if(areThere('systemd-analyze'))(
  'the unit of the appliance leaves little open, as systemd judges it',
  () => {
    const root = scratchDirectory('unit');
    const [units, programs] = [join(root, 'usr/lib/systemd/system'), join(root, 'usr/lib/millwright')];
    for (const folder of [units, programs]) mkdirSync(folder, { recursive: true });
    cpSync(join(projectRoot, 'installer/linux/appliance', UNIT), join(units, UNIT));
    writeFileSync(join(programs, 'millwright'), '#!/bin/sh\n', { mode: 0o755 });
    const judged = must(
      'systemd-analyze',
      'security',
      '--offline=true',
      `--root=${root}`,
      '--no-pager',
      UNIT,
    );
    const [, exposure] = /Overall exposure level for \S+: ([\d.]+)/.exec(judged) ?? [];
    expect(exposure).toBeDefined();
    expect(Number(exposure)).toBeLessThanOrEqual(MOST_EXPOSED);
  },
);
