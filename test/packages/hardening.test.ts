import { expect, test } from 'bun:test';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../build/paths.ts';
import { hasPrograms } from '../clients/project.ts';
import { createScratchDirectory } from '../faults/process.ts';
import { runOrFail } from './make-packages.ts';

const UNIT = 'millwright.service';
/** Maximum exposure level of systemd: 0 is closed to everything, 10 is open to everything. */
const MOST_EXPOSED = 2;

test.if(hasPrograms('systemd-analyze'))(
  'systemd rates the unit of the server at an exposure of 2 or less',
  () => {
    const root = createScratchDirectory('unit');
    const [units, programs] = [join(root, 'usr/lib/systemd/system'), join(root, 'usr/lib/millwright')];
    for (const folder of [units, programs]) mkdirSync(folder, { recursive: true });
    cpSync(join(projectRoot, 'installer/linux/appliance', UNIT), join(units, UNIT));
    writeFileSync(join(programs, 'millwright'), '#!/bin/sh\n', { mode: 0o755 });
    const judged = runOrFail(
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

/** Settings of systemd.exec(5) that require a namespace, with the value that requires none. */
const WITHOUT_NAMESPACE: Readonly<Record<string, string>> = {
  ProtectSystem: 'no',
  ProtectHome: 'no',
  PrivateTmp: 'no',
  PrivateDevices: 'no',
  PrivateNetwork: 'no',
  PrivateIPC: 'no',
  PrivateUsers: 'no',
  PrivateMounts: 'no',
  ProtectProc: 'default',
  ProcSubset: 'all',
  ProtectControlGroups: 'no',
  ProtectHostname: 'no',
  ProtectKernelLogs: 'no',
  ProtectKernelModules: 'no',
  ProtectKernelTunables: 'no',
};

const settingsOf = (name: string): string[] =>
  readFileSync(join(projectRoot, 'installer/linux/appliance', name), 'utf8')
    .split('\n')
    .filter((line) => /^\w+=/.test(line));

test('the drop-in for containers disables exactly the settings that need a namespace', () => {
  const needed = settingsOf(UNIT)
    .map((line) => line.split('=')[0]!)
    .filter((key) => key in WITHOUT_NAMESPACE)
    .map((key) => `${key}=${WITHOUT_NAMESPACE[key]}`);
  expect(needed.length).toBeGreaterThan(5);
  expect(settingsOf('no-namespaces.conf').sort()).toEqual(needed.sort());
  const paths =
    /^(ReadWrite|ReadOnly|Inaccessible|Bind|BindReadOnly|Exec|NoExec)Paths=|^TemporaryFileSystem=/;
  expect(settingsOf(UNIT).filter((line) => paths.test(line))).toEqual([]);
});
