import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../build/paths.ts';
import { installedProgramPath } from '../../plugins/endpoints/agent/own-program.ts';
import { buildUnitFile } from '../../plugins/endpoints/agent/service.ts';
import { version } from '../../src/kit/version.ts';
import { hasPrograms } from '../clients/project.ts';
import { createScratchDirectory } from '../faults/process.ts';
import { prepareExecutable } from '../support/executable.ts';
import { makePackages, processor, runOrFail, runToEnd } from './make-packages.ts';

setDefaultTimeout(180_000);

const isRun = hasPrograms('go', 'dpkg-deb');
const folder = realpathSync(createScratchDirectory('packages'));
const roots = { appliance: join(folder, 'root'), agent: join(folder, 'root-agent') };
let debs: [string, string];
let rpms: [string, string];

beforeAll(() => {
  if (!isRun) return;
  prepareExecutable();
  debs = makePackages(folder, 'deb');
  rpms = makePackages(folder, 'rpm');
  runOrFail('dpkg-deb', '-x', debs[0], roots.appliance);
  runOrFail('dpkg-deb', '-x', debs[1], roots.agent);
});

test.if(isRun)('the packages are named by version and processor, with sums and a bill of materials', () => {
  const rpmProcessor = processor === 'amd64' ? 'x86_64' : 'aarch64';
  const made = [
    `millwright-${version}-1.${rpmProcessor}.rpm`,
    `millwright-agent-${version}-1.${rpmProcessor}.rpm`,
    `millwright-agent_${version}_${processor}.deb`,
    `millwright_${version}.cdx.json`,
    `millwright_${version}_${processor}.deb`,
  ];
  const sums = readFileSync(join(folder, 'SHA256SUMS'), 'utf8').trim().split('\n');
  const counted = made.map(
    (name) =>
      `${createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex')}  ${name}`,
  );
  expect(sums.sort()).toEqual(counted.sort());
  const bill = JSON.parse(readFileSync(join(folder, `millwright_${version}.cdx.json`), 'utf8'));
  expect(bill).toMatchObject({
    bomFormat: 'CycloneDX',
    metadata: { component: { name: 'millwright', version } },
  });
  const names = bill.components.map(({ name }: { name: string }) => name);
  expect([names.includes('elysia'), names.includes('typescript')]).toEqual([true, false]);
});

test.if(isRun)('both packages contain the unchanged executable and no file that others may write', () => {
  const built = readFileSync(prepareExecutable());
  for (const [root, path] of [
    [roots.appliance, 'usr/lib/millwright/millwright'],
    [roots.agent, 'usr/lib/millwright-agent/millwright'],
  ] as const) {
    expect(built.equals(readFileSync(join(root, path)))).toBe(true);
    expect(runOrFail('find', root, '-perm', '/022', '!', '-type', 'l')).toBe('');
  }
  expect(statSync(join(roots.appliance, 'etc/millwright/millwright.env')).mode & 0o777).toBe(0o640);
  expect(readdirSync(roots.agent)).toEqual(['usr']);
});

test.if(isRun)('the unit of the agent is the one that "millwright agent install" writes', () => {
  const unit = readFileSync(join(roots.agent, 'usr/lib/systemd/system/millwright-agent.service'), 'utf8');
  expect(unit).toBe(buildUnitFile(installedProgramPath('linux')));
});

test.if(isRun)('the shipped settings are comments with names that the program reads', () => {
  const lines = readFileSync(join(roots.appliance, 'etc/millwright/millwright.env'), 'utf8').split('\n');
  const config = readFileSync(join(import.meta.dir, '../../src/kit/config.ts'), 'utf8');
  expect(lines.filter((line) => line !== '' && !line.startsWith('#'))).toEqual([]);
  const names = lines.flatMap((line) => /^#(MILLWRIGHT_\w+)=/.exec(line)?.[1] ?? []);
  expect(names.length).toBeGreaterThan(5);
  const flags = ['DATA', 'HOST', 'PORT', 'HTTP_PORT', 'BASE_PATH'].map((name) => `MILLWRIGHT_${name}`);
  expect(names.filter((name) => !flags.includes(name) && !config.includes(`env.${name}`))).toEqual([]);
});

test.if(isRun)('the manual page lists each command', () => {
  const page = runOrFail('zcat', join(roots.appliance, 'usr/share/man/man1/millwright.1.gz'));
  for (const command of ['serve', 'doctor', 'migrate', 'reset\\-password', 'demo', 'version', 'agent'])
    expect(page).toContain(`millwright ${command} `);
});

test.if(isRun && hasPrograms('rpm'))('an .rpm contains the same files as the .deb and its scripts', () => {
  for (const [at, rpm] of rpms.entries()) {
    const listed = runOrFail('rpm', '-qpl', rpm).trim().split('\n').sort();
    const inDeb = runOrFail('find', at === 0 ? roots.appliance : roots.agent, '-printf', '%y /%P\n')
      .split('\n')
      // Only folders that no other package has.
      .flatMap((line) => /^(?:f|d(?=.*\/millwright)) (.*)$/.exec(line)?.[1] ?? [])
      .filter((path) => !path.includes('/lintian/'));
    expect(listed).toEqual(inDeb.sort());
    const scripts = runOrFail('rpm', '-qp', '--scripts', rpm);
    for (const script of ['postinstall', 'preuninstall', 'postuninstall']) expect(scripts).toContain(script);
  }
});

test.if(isRun && hasPrograms('lintian'))('lintian reports nothing', () => {
  expect(runToEnd('lintian', '--fail-on', 'error,warning', '--allow-root', ...debs)).toEqual({
    code: 0,
    said: '',
  });
});

test.if(isRun && hasPrograms('rpmlint', 'cpio'))('rpmlint reports nothing beyond its configuration', () => {
  const config = join(projectRoot, 'installer/linux/rpmlint.toml');
  // rpmlint unpacks with cpio, which would write the absolute paths of the packages into this system.
  const programs = join(folder, 'programs');
  mkdirSync(programs);
  const cpio = `#!/bin/sh\nexec ${Bun.which('cpio')} --no-absolute-filenames "$@"\n`;
  writeFileSync(join(programs, 'cpio'), cpio, { mode: 0o755 });
  const path = `PATH=${programs}:${process.env.PATH}`;
  const { code, said } = runToEnd('env', path, 'rpmlint', '--strict', '--config', config, ...rpms);
  expect(said).toContain('2 packages and 0 specfiles checked; 0 errors, 0 warnings');
  expect(code).toBe(0);
});
