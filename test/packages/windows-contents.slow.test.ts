import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { cpSync, mkdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { makeMsi } from '../../build/package/msi.ts';
import { buildService, makeSetup } from '../../build/package/setup.ts';
import { Signer } from '../../build/package/tools.ts';
import { projectRoot } from '../../build/paths.ts';
import { hasPrograms } from '../clients/project.ts';
import { createScratchDirectory } from '../faults/process.ts';
import { runOrFail, runToEnd } from './make-packages.ts';
import { iconSizesOf, readVersionTexts } from './resources.ts';

setDefaultTimeout(180_000);

const VERSION = '1.2.3-rc1';
const ICONS = [16, 24, 32, 48, 64, 256];
const SERVICE_SOURCES = join(projectRoot, 'installer/windows/service');
/** The machine type of x64 in the header of an executable. */
const X64 = 0x8664;

const isRun = hasPrograms('go', 'makensis', 'wixl', 'msiinfo', 'msiextract', 'openssl', 'osslsigncode');
const folder = realpathSync(createScratchDirectory('windows-contents'));
const paths = { setup: join(folder, 'setup.exe'), msi: join(folder, 'agent.msi') };
const staged = join(folder, 'staged');
const certificate = { cert: join(folder, 'sign.pem'), key: join(folder, 'sign.key') };

beforeAll(() => {
  if (!isRun) return;
  mkdirSync(staged);
  // A small program replaces millwright.exe, because it builds faster.
  buildService(staged, VERSION);
  cpSync(join(staged, 'millwright-service.exe'), join(staged, 'millwright.exe'));
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=Signer'];
  const usage = ['-addext', 'extendedKeyUsage=codeSigning'];
  runOrFail('openssl', ...request, ...usage, '-keyout', certificate.key, '-out', certificate.cert);
  const signer = new Signer(staged, signingCommand());
  makeSetup({ staged, version: VERSION, isTrial: true, signer, path: paths.setup });
  makeMsi({ staged, version: VERSION, isTrial: true, signer, path: paths.msi });
});

/** Returns a command that signs in place, because osslsigncode writes to another file. */
function signingCommand(): string {
  const sign = `osslsigncode sign -certs "${certificate.cert}" -key "${certificate.key}"`;
  return `sh -c '${sign} -in "$1" -out "$1.signed" && mv "$1.signed" "$1"' sh`;
}

test.if(isRun)('the setup is a 64-bit NSIS installer with icon and version', () => {
  const bytes = readFileSync(paths.setup);
  expect(bytes.readUInt16LE(bytes.readUInt32LE(0x3c) + 4)).toBe(X64);
  expect(bytes.includes('NullsoftInst')).toBe(true);
  expect(readVersionTexts(paths.setup)).toMatchObject({ ProductName: 'Millwright', ProductVersion: VERSION });
  expect(iconSizesOf(paths.setup)).toEqual(ICONS);
});

test.if(isRun)('the service program has icon and version', () => {
  const path = join(staged, 'millwright-service.exe');
  expect(readVersionTexts(path)).toMatchObject({
    FileDescription: 'Millwright service',
    FileVersion: VERSION,
    OriginalFilename: 'millwright-service.exe',
  });
  expect(iconSizesOf(path)).toEqual(ICONS);
});

test.if(isRun)('setup, MSI and service program are signed by the command in MILLWRIGHT_SIGN', () => {
  for (const path of [paths.setup, paths.msi, join(staged, 'millwright-service.exe')]) {
    const { said } = runToEnd('osslsigncode', 'verify', '-CAfile', certificate.cert, '-in', path);
    expect([path, /Signature verification: ok/.test(said)]).toEqual([path, true]);
  }
});

test.if(isRun)('the MSI runs the agent with the properties SERVER, PIN and KEYFILE', () => {
  const actions = tableOf('CustomAction');
  expect(actions).toMatchObject({
    AddServer: ['2099', 'COMMAND', '[COMMAND] --server "[SERVER]"'],
    AddPin: ['2099', 'COMMAND', '[COMMAND] --pin "[PIN]"'],
    AddKeyFile: ['2099', 'COMMAND', '[COMMAND] --key-file "[KEYFILE]"'],
    // The action runs as SYSTEM, and its failure fails the installation.
    InstallAgent: ['3090', 'Agent', '[COMMAND]'],
    UninstallAgent: ['3154', 'Agent', 'agent uninstall'],
  });
  const order = tableOf('InstallExecuteSequence');
  // An upgrade must not end the enrollment.
  expect(order.UninstallAgent![0]).toBe('REMOVE="ALL" AND NOT UPGRADINGPRODUCTCODE');
  const at = (action: string) => Number(order[action]!.at(-1));
  expect([at('InstallFiles') < at('InstallAgent'), at('InstallAgent') < at('InstallFinalize')]).toEqual([
    true,
    true,
  ]);
  expect(tableOf('Property').SecureCustomProperties![0]).toStartWith('SERVER;PIN;KEYFILE;');
  expect(tableOf('File').Agent![3]).toBe('1.2.3.0');
});

test.if(isRun)('the MSI contains the unchanged program', () => {
  const extracted = join(folder, 'extracted');
  runOrFail('msiextract', '-C', extracted, paths.msi);
  const program = runOrFail('find', extracted, '-name', 'millwright.exe').trim();
  expect(program).toEndWith('Millwright Agent/millwright.exe');
  expect(readFileSync(program).equals(readFileSync(join(staged, 'millwright.exe')))).toBe(true);
});

/** Returns the non-empty cells of each row of a table, by its first column. */
function tableOf(name: string): Record<string, string[]> {
  const rows = runOrFail('msiinfo', 'export', paths.msi, name).split(/\r?\n/).slice(3).filter(Boolean);
  const cells = rows.map((row) => row.trimEnd().split('\t'));
  return Object.fromEntries(cells.map(([first = '', ...more]) => [first, more]));
}

test.if(isRun)('the service program passes the checks and tests of Go', () => {
  for (const system of ['linux', 'windows'])
    expect(runToEnd('env', '-C', SERVICE_SOURCES, `GOOS=${system}`, 'go', 'vet', './...')).toEqual({
      code: 0,
      said: '',
    });
  expect(runOrFail('gofmt', '-l', SERVICE_SOURCES)).toBe('');
  expect(runOrFail('env', '-C', SERVICE_SOURCES, 'go', 'test', '-count=1', './...')).toStartWith('ok');
});

test('the setup runs the steps of the service program in order', () => {
  const script = readFileSync(join(projectRoot, 'installer/windows/setup.nsi'), 'utf8');
  const steps = ['"check ', '"stop"', 'Call ReplacePrograms', "'install ", '"start"', 'Call Register'];
  const section = script.slice(script.indexOf('\nSection\n'));
  const places = steps.slice(1).map((text) => section.indexOf(text));
  expect(places).toEqual([...places].sort((one, other) => one - other));
  expect(places).not.toContain(-1);
  expect(script).toContain('Target amd64-unicode');
  expect(script).toContain('RequestExecutionLevel admin');
});
