import { expect, test } from 'bun:test';
import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { artifactsOf } from '../../build/package/artifacts.ts';
import { version } from '../../src/kit/version.ts';
import { createScratchDirectory } from '../faults/process.ts';

const OTHER = '99.0.0';
const withVersion = (number: string): string[] => [
  `millwright-${number}-1.x86_64.rpm`,
  `millwright-agent-${number}-1.aarch64.rpm`,
  `millwright-agent_${number}_amd64.deb`,
  `millwright-agent_${number}_x64.msi`,
  `millwright-setup_${number}_x64.exe`,
  `millwright_${number}_amd64.deb`,
  `millwright_${number}_arm64.oci.tar`,
];
const examples = ['compose.yaml', 'millwright.container'];
const executables = ['millwright', 'millwright-arm64.exe', 'millwright-linux-arm64', 'millwright.exe'];

test('the sums of a version cover its packages, images, examples and current executables only', () => {
  const folder = createScratchDirectory('artifacts');
  const others = ['SHA256SUMS', 'types.tsbuildinfo', `millwright_${version}.cdx.json`, 'notes.exe'];
  for (const name of [...withVersion(version), ...withVersion(OTHER), ...executables, ...examples, ...others])
    writeFileSync(join(folder, name), name);
  expect(artifactsOf(folder, version)).toEqual([...withVersion(version), ...executables, ...examples].sort());
  expect(artifactsOf(folder, OTHER)).toEqual(withVersion(OTHER).sort());
  const old = new Date(0);
  for (const name of executables) utimesSync(join(folder, name), old, old);
  expect(artifactsOf(folder, version)).toEqual([...withVersion(version), ...examples].sort());
});

test('the sums of a pre-release cover packages with a tilde in their version', () => {
  const folder = createScratchDirectory('pre-release');
  const names = ['millwright-2.0.0~rc1-1.x86_64.rpm', 'millwright_2.0.0-rc1_amd64.oci.tar'];
  for (const name of [...names, 'millwright_2.0.0_amd64.deb']) writeFileSync(join(folder, name), name);
  expect(artifactsOf(folder, '2.0.0-rc1')).toEqual(names);
});
