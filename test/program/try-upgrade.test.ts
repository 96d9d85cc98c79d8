import { beforeEach, expect, test } from 'bun:test';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tryUpgrade } from '../../src/cli/try-upgrade.ts';
import { readConfig } from '../../src/kit/config.ts';
import { openLog } from '../../src/kit/log.ts';
import { readUpgradeState, stagedProgram, trialData } from '../../src/kit/program/upgrade-state.ts';
import { scratchDirectory } from '../faults/process.ts';

const scratch = scratchDirectory('try-upgrade');
const NEVER = new Promise<undefined>(() => undefined);
let data = '';
let program = '';

beforeEach(() => {
  const folder = mkdtempSync(join(scratch, 'case-'));
  data = join(folder, 'data');
  program = join(folder, 'millwright');
  mkdirSync(join(data, '.upgrade'), { recursive: true });
  mkdirSync(join(data, 'certs'));
  mkdirSync(join(data, 'files'));
  for (const name of ['millwright.db', 'secrets.json', 'certs/server.pem', 'files/large'])
    writeFileSync(join(data, name), name);
  writeFileSync(program, 'the previous program');
});

/** Tries out a shell script in the place of a new program. */
async function tryScript(
  script: string,
  { mode = 0o755, ...options }: { mode?: number; stopped?: Promise<undefined>; silentMs?: number } = {},
) {
  writeFileSync(stagedProgram(data), `#!/bin/sh\n${script}\n`, { mode });
  const lines: string[] = [];
  const config = readConfig(['--data', data, '--port', '7443', '--no-tls', '--base-path', '/mw'], {});
  const log = openLog(join(data, 'logs'), () => undefined);
  const out = (line: string) => void lines.push(line);
  const request = { version: '9.9.9', by: 'ada', userid: 7 };
  const hasPassed = await tryUpgrade(request, { config, log, out, stopped: NEVER, program, ...options });
  return { hasPassed, lines, state: readUpgradeState(data)! };
}

const contentOf = (path: string) => readFileSync(path, 'utf8');

test('a program that passes takes the place of the previous one, which is kept beside it', async () => {
  const { hasPassed, state } = await tryScript('exit 0');
  expect(hasPassed).toBe(true);
  expect(contentOf(program)).toContain('exit 0');
  expect(contentOf(`${program}.previous`)).toBe('the previous program');
  expect(state).toMatchObject({ state: 'swapped', to: '9.9.9', by: 'ada', userid: 7, reason: null });
  expect(existsSync(stagedProgram(data))).toBe(false);
});

test('the trial gets the flags of this run and a copy of the data without the uploaded files', async () => {
  const seen = join(data, 'seen');
  await tryScript(
    `echo "$@" > ${seen}; cd "$3" && find . -type f | sort >> ${seen}; echo x >> "$3/millwright.db"`,
  );
  const [flags, ...files] = contentOf(seen).trim().split('\n');
  const copy = trialData(data);
  expect(flags).toBe(`trial --data ${copy} --host 0.0.0.0 --port 7443 --no-tls --base-path /mw`);
  expect(files).toEqual(['./certs/server.pem', './millwright.db', './secrets.json']);
  expect(contentOf(join(data, 'millwright.db'))).toBe('millwright.db');
  expect(existsSync(copy)).toBe(false);
});

const failures: [string, string, RegExp][] = [
  [
    'ends with a reason',
    'echo "millwright: Migration core/0099 failed." >&2; exit 1',
    /^Migration core\/0099 failed\. /,
  ],
  ['ends without a word', 'exit 3', /^The new program ended with code 3\. /],
  ['is killed', 'kill -9 $$', /^The new program ended with code null\. /],
  ['gives no sign of life', 'sleep 600', /^The new program gave no sign of life for 0\.3 seconds\. /],
];
for (const [what, script, reason] of failures)
  test(`the previous program stays when the new one ${what}`, async () => {
    const { hasPassed, lines, state } = await tryScript(script, { silentMs: 300 });
    expect(hasPassed).toBe(false);
    expect(state).toMatchObject({ state: 'returned', to: '9.9.9', isrecorded: false });
    expect(state.reason).toMatch(reason);
    expect(state.reason).toContain('Send the log and a support bundle');
    expect(lines.at(-1)).toContain(state.reason!);
    expect(contentOf(program)).toBe('the previous program');
    expect(contentOf(join(data, 'millwright.db'))).toBe('millwright.db');
    expect(readdirSync(join(data, '.upgrade'))).toEqual(['state.json']);
  });

test('a file that cannot be started leaves the previous program in place', async () => {
  const { hasPassed, state } = await tryScript('exit 0', { mode: 0o600 });
  expect([hasPassed, state.state]).toEqual([false, 'returned']);
  expect(contentOf(program)).toBe('the previous program');
});

test('output and a growing database are signs of life', async () => {
  const { hasPassed } = await tryScript(
    'for i in 1 2 3 4 5 6; do sleep 0.3; echo "row $i"; done; for i in 1 2 3 4 5 6; do sleep 0.3; echo x >> "$3/millwright.db"; done',
    { silentMs: 1500 },
  );
  expect(hasPassed).toBe(true);
});

test('the signal to stop ends the trial, and the previous program stays', async () => {
  const { hasPassed, state } = await tryScript('sleep 600', { stopped: Promise.resolve(undefined) });
  expect([hasPassed, state.state]).toEqual([false, 'returned']);
  expect(state.reason).toContain('was stopped during the trial');
});
