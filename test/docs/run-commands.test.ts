import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { type Appliance, startAppliance } from '../browser/harness.ts';
import { HANG_MS } from '../support/hang.ts';
import { type CodeBlock, codeBlocksOf, PAGES } from './pages.ts';
import { createShell, type Shell } from './shell.ts';

setDefaultTimeout(2 * HANG_MS);

/** Commands that this test does not run, with the reason. */
const NOT_RUN: readonly [RegExp, string][] = [
  [/^(sudo )?apt install|^podman load/, 'needs a built package; test/packages installs one'],
  [/systemctl|journalctl/, 'needs systemd; test/packages uses a stand-in'],
  [/^npm (start|test|run (build|format|load|bench|faults|start:node))/, 'builds, tests or serves for long'],
  [/^MILLWRIGHT_TRUSTED_PROXIES=1 millwright serve/, 'serves for long'],
  [
    /millwright agent (install|uninstall|status|report|enroll|run)/,
    'changes this machine or runs until it is stopped',
  ],
  [/^glpi-agent/, 'needs the agent; test/real-agents.slow.test.ts runs it'],
  [/^millwright upgrade/, 'needs a signed program; test/program runs it'],
  [/^millwright restore data\/backups/, 'needs data of an upgrade; test/upgrades runs it'],
  [/^(cp -r test\/fixtures|sed -i)/, 'changes the source tree; add-plugin.test.ts runs it'],
];

const isRun = (line: string) => !NOT_RUN.some(([pattern]) => pattern.test(line.trim()));
const shellBlocks = PAGES.flatMap(codeBlocksOf).filter(({ language }) => language === 'sh');
/** Returns the lines of a block that this test runs. */
const linesToRun = ({ code }: CodeBlock): string[] =>
  code
    .split('\n')
    .filter((line) => line.trim() && isRun(line))
    .map((line) => line.replace(/ +# .*/, ''));
/** Each different script once. */
const scripts = [...new Set(shellBlocks.map((block) => linesToRun(block).join('\n')).filter(Boolean))];

let appliance: Appliance;
let shell: Shell;
beforeAll(async () => {
  appliance = await startAppliance();
  shell = createShell(appliance);
});
afterAll(() => appliance?.stop());

test('bash can parse each shell block of the documentation', async () => {
  expect(shellBlocks.length).toBeGreaterThan(30);
  for (const { page, code } of shellBlocks) {
    const { exitCode, output } = await shell.run(code, ['-n']);
    expect([page, code, exitCode, output]).toEqual([page, code, 0, '']);
  }
});

test('each reason not to run a command applies to a command of the documentation', () => {
  const lines = shellBlocks.flatMap(({ code }) => code.split('\n')).map((line) => line.trim());
  const unused = NOT_RUN.filter(([pattern]) => !lines.some((line) => pattern.test(line)));
  expect(unused).toEqual([]);
});

test('the commands of the documentation work in their order', async () => {
  const [demo, ...others] = scripts;
  expect(demo).toStartWith('npm run demo');
  expect(others.length).toBeGreaterThan(10);
  await expectSuccess(demo!);
  await shell.prepare();
  for (const script of others) await expectSuccess(script);
});

async function expectSuccess(script: string): Promise<void> {
  const { exitCode, output } = await shell.run(script);
  expect([script, exitCode, exitCode === 0 ? '' : output]).toEqual([script, 0, '']);
  expect([script, output]).toEqual([script, expect.not.stringContaining('"status":"error"')]);
  if (script.includes('$SIGNATURE')) expect(output).toContain('genuine');
}
