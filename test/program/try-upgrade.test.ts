import { beforeEach, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tryUpgrade } from '../../src/cli/try-upgrade.ts';
import { readConfig } from '../../src/kit/config.ts';
import { openLog } from '../../src/kit/log.ts';
import { makeStaging, previousDataOf, readUpgradeState } from '../../src/kit/program/upgrade-state.ts';
import { createScratchDirectory } from '../faults/process.ts';

const scratch = createScratchDirectory('try-upgrade');
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

const ID = '3f0c1c1e-2f65-4a51-9d0e-6c3f3f1d7a10';

interface Options {
  mode?: number;
  stopped?: Promise<undefined>;
  silentMs?: number;
  longestMs?: number;
}

/** Tries a shell script as the new program. */
async function tryScript(script: string, { mode = 0o755, ...options }: Options = {}) {
  const file = makeStaging(data, ID);
  writeFileSync(file, `#!/bin/sh\n${script}\n`, { mode });
  const lines: string[] = [];
  const config = readConfig(['--data', data, '--port', '7443', '--no-tls', '--base-path', '/mw'], {});
  const log = openLog(join(data, 'logs'), () => undefined);
  const out = (line: string) => void lines.push(line);
  const request = { id: ID, file, version: '9.9.9', by: 'ada', userid: 7 };
  const hasPassed = await tryUpgrade(request, { config, log, out, stopped: NEVER, program, ...options });
  return { hasPassed, lines, state: readUpgradeState(data)! };
}

const contentOf = (path: string) => readFileSync(path, 'utf8');

test('a program that passes replaces the previous one, which is stored next to it', async () => {
  const { hasPassed, state } = await tryScript('exit 0');
  expect(hasPassed).toBe(true);
  expect(contentOf(program)).toContain('exit 0');
  expect(contentOf(`${program}.previous`)).toBe('the previous program');
  expect(state).toMatchObject({ state: 'swapped', to: '9.9.9', by: 'ada', userid: 7, reason: null });
  expect(readdirSync(join(data, '.upgrade')).sort()).toEqual(['previous', 'state.json']);
});

test('the trial gets the current flags, and the previous data stay', async () => {
  const seen = join(data, 'seen');
  await tryScript(`echo "$@" > ${seen}`);
  expect(contentOf(seen).trim()).toBe(
    `trial --data ${data} --host 0.0.0.0 --port 7443 --no-tls --base-path /mw`,
  );
  const copy = previousDataOf(data);
  expect(readdirSync(copy).sort()).toEqual(['certs', 'millwright.db', 'secrets.json']);
  expect(contentOf(join(copy, 'certs/server.pem'))).toBe('certs/server.pem');
});

const failures: [string, string, RegExp][] = [
  [
    'ends with a reason',
    'echo "millwright: Migration core/0099 failed." >&2; exit 1',
    /^Migration core\/0099 failed\. /,
  ],
  ['ends without output', 'exit 3', /^The new program exited with code 3\. /],
  ['is killed', 'kill -9 $$', /^The new program exited with code null\. /],
  ['shows no activity', 'sleep 600', /^The new program did not respond for 0\.3 seconds\. /],
  [
    'repeats an error endlessly',
    'while sleep 0.05; do echo again >&2; done',
    /^The new program did not respond/,
  ],
  [
    'leaves a process running',
    '(while sleep 0.05; do echo again; done) & exit 4',
    /^The new program exited with code 4|^again/,
  ],
  [
    'prints control characters',
    "printf 'millwright: \\033[31mred\\000 text\\n' >&2; exit 1",
    /^\[31mred {2}text Version/,
  ],
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

test('the previous program stays when the new file cannot be started', async () => {
  const { hasPassed, state } = await tryScript('exit 0', { mode: 0o600 });
  expect([hasPassed, state.state]).toEqual([false, 'returned']);
  expect(contentOf(program)).toBe('the previous program');
});

test('output and a growing database count as activity', async () => {
  const { hasPassed } = await tryScript(
    'for i in 1 2 3 4 5 6; do sleep 0.3; echo "row $i"; done; mkdir -p "$3/.upgrade/data"; for i in 1 2 3 4 5 6; do sleep 0.3; echo x >> "$3/.upgrade/data/millwright.db"; done',
    { silentMs: 1500 },
  );
  expect(hasPassed).toBe(true);
});

test('a stop signal ends the trial, and the previous program stays', async () => {
  const { hasPassed, state } = await tryScript('sleep 600', { stopped: Promise.resolve(undefined) });
  expect([hasPassed, state.state]).toEqual([false, 'returned']);
  expect(state.reason).toContain('was stopped during the trial');
});

test('a trial ends after its maximum duration when the program keeps printing', async () => {
  const { hasPassed, state } = await tryScript('while sleep 0.05; do echo again; done', { longestMs: 1200 });
  expect([hasPassed, state.reason]).toEqual([
    false,
    expect.stringContaining('The trial run took longer than 0.02 minutes.'),
  ]);
});

test('the previous program continues when the state cannot be written', async () => {
  mkdirSync(join(data, '.upgrade/state.json'), { recursive: true });
  const { hasPassed } = await tryScript('exit 0');
  expect(hasPassed).toBe(false);
  expect(contentOf(program)).toBe('the previous program');
});

test('the previous program stays when the result of the swap cannot be recorded', async () => {
  const stateFile = join(data, '.upgrade/state.json');
  const { hasPassed, lines } = await tryScript(`rm ${stateFile} && mkdir ${stateFile}`);
  expect([hasPassed, lines.at(-1)]).toEqual([false, expect.stringContaining('The upgrade to 9.9.9 failed')]);
  expect(contentOf(program)).toBe('the previous program');
});

test('two concurrent upgrades have separate folders', () => {
  const [one, other] = [makeStaging(data, ID), makeStaging(data, crypto.randomUUID())];
  writeFileSync(one, 'one');
  writeFileSync(other, 'other');
  expect([contentOf(one), contentOf(other)]).toEqual(['one', 'other']);
});
