import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeMsi } from '../../build/package/msi.ts';
import { Signer } from '../../build/package/tools.ts';
import { writeVersionResources } from '../../build/windows-resources.ts';
import { hasPrograms } from '../clients/project.ts';
import { step } from '../support/step.ts';
import { compileForWindows, hasWine, WinePrefix } from './wine/prefix.ts';

setDefaultTimeout(300_000);

const PROGRAM = 'C:\\Program Files\\Millwright Agent\\millwright.exe';
const CALLS = 'C:\\calls.txt';

const isRun = hasWine() && hasPrograms('wixl', 'msibuild');
const wine = new WinePrefix('msi');
const { folder } = wine;
const msi = (version: string) => join(folder, `agent-${version}.msi`);

beforeAll(async () => {
  if (!isRun) return;
  await wine.start();
  for (const version of ['1.0.0', '1.1.0']) makeStandIn(version);
});

/** Makes the MSI of a stand-in for the agent that records its calls. */
function makeStandIn(version: string): void {
  const staged = join(folder, `staged-${version}`);
  mkdirSync(staged);
  const plain = join(staged, 'plain.exe');
  compileForWindows('stand-in.c', plain, '-s');
  const file = 'millwright.exe';
  writeVersionResources(plain, join(staged, file), { file, description: 'Millwright', version });
  makeMsi({ staged, version, isTrial: true, signer: new Signer(staged, ''), path: msi(version) });
}

const install = (version: string, ...properties: string[]) =>
  wine.run('msiexec.exe', '/i', msi(version), '/qn', ...properties);

/** Returns the arguments of all calls of the agent since the previous check. */
function calls(): string[] {
  const path = wine.path(CALLS);
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  rmSync(path, { force: true });
  return text.split(/\r?\n/).flatMap((line) => / (agent .*)$/.exec(line)?.[1] ?? []);
}

test.if(isRun)('under Wine the MSI installs the agent, upgrades and uninstalls it', async () => {
  await step('Refuse an installation without SERVER', async () => {
    expect((await install('1.0.0')).code).not.toBe(0);
    expect([existsSync(wine.path(PROGRAM)), calls()]).toEqual([false, []]);
  });
  await step('Install with properties as flags of "agent install"', async () => {
    const { code } = await install('1.0.0', 'SERVER=https://box:8443', 'PIN=ab+/=', 'KEYFILE=C:\\k 1.txt');
    expect([code, existsSync(wine.path(PROGRAM))]).toEqual([0, true]);
    expect(calls()).toEqual([
      'agent install --server "https://box:8443" --pin "ab+/=" --key-file "C:\\k 1.txt"',
    ]);
  });
  await step('Upgrade the program without properties', async () => {
    expect((await install('1.1.0')).code).toBe(0);
    // Wine 8 does not set UPGRADINGPRODUCTCODE for the earlier version, so that version uninstalls the agent
    // afterwards.
    expect(calls()[0]).toBe('agent install');
    expect(
      readFileSync(wine.path(PROGRAM)).equals(readFileSync(join(folder, 'staged-1.1.0/millwright.exe'))),
    ).toBe(true);
  });
  await step('End the agent and uninstall the program', async () => {
    expect((await wine.run('msiexec.exe', '/x', msi('1.1.0'), '/qn')).code).toBe(0);
    expect([existsSync(wine.path(PROGRAM)), calls()]).toEqual([false, ['agent uninstall']]);
  });
});
