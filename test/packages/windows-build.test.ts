import { expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { requireTool, Signer } from '../../build/package/tools.ts';
import { windowsFileNames } from '../../build/package/windows.ts';
import { toFourNumbers } from '../../build/windows-resources.ts';
import { createScratchDirectory } from '../faults/process.ts';

const folder = createScratchDirectory('windows-build');

test('the signing command gets the path of the file at its end', () => {
  const file = join(folder, 'a program.exe');
  writeFileSync(file, 'program');
  new Signer(folder, `sh -c 'printf " signed as %s" "$1" >>"$2"' sh "Plant Ltd"`).sign(file);
  expect(readFileSync(file, 'utf8')).toBe('program signed as Plant Ltd');
});

test('a signing command that fails ends the build with its output', () => {
  const signer = new Signer(folder, "sh -c 'echo no such key; exit 3'");
  expect(() => signer.sign(join(folder, 'a program.exe'))).toThrow('no such key');
});

test('a build without a signing command signs nothing', () => {
  const file = join(folder, 'plain.exe');
  writeFileSync(file, 'program');
  const signer = new Signer(folder, '');
  signer.sign(file);
  expect([signer.script, readFileSync(file, 'utf8')]).toEqual([undefined, 'program']);
});

test('the error names the Debian package of a missing tool', () => {
  expect(() => requireTool('no-such-tool', 'nsis', 'The setup for Windows')).toThrow(
    'The setup for Windows needs no-such-tool: run "apt-get install nsis"',
  );
});

test('toFourNumbers converts versions for Windows', () => {
  expect(['1.2.3', '1.2.3-rc1', '10.0'].map(toFourNumbers)).toEqual([
    [1, 2, 3, 0],
    [1, 2, 3, 0],
    [10, 0, 0, 0],
  ]);
});

test('the files for Windows are named by version and processor', () => {
  expect(windowsFileNames('1.2.3')).toEqual([
    'millwright-setup_1.2.3_x64.exe',
    'millwright-agent_1.2.3_x64.msi',
  ]);
});
