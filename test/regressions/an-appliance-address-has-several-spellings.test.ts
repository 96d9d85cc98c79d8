import { expect, test } from 'bun:test';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runAgentCommand } from '../../plugins/endpoints/agent/command.ts';
import { StateFile } from '../../plugins/endpoints/agent/state.ts';

const state = {
  server: 'https://plant.example/mw',
  pins: ['pin'],
  nonce: 'n'.repeat(64),
  credential: 'mw_epc_x',
  assetid: 7,
  told: 'enrolled',
};
const scratch = () => mkdtempSync(join(tmpdir(), 'agent-again-'));

/** Runs `agent enroll` and returns its lines. */
async function enroll(folder: string, server: string): Promise<string[]> {
  const lines: string[] = [];
  const print = (line: string) => lines.push(line);
  await runAgentCommand(['enroll', '--server', server, '--state', folder], { out: print, err: print });
  return lines;
}

test.each([
  'https://plant.example/mw',
  'https://plant.example/mw/',
  'https://plant.example/mw//',
  'https://plant.example:443/mw',
  'HTTPS://Plant.Example/mw/',
])('enrolling again at %s keeps the credential and the nonce', async (server) => {
  const folder = scratch();
  const file = new StateFile(folder);
  file.write(state);
  expect(await enroll(folder, server)).toEqual(['This PC already has a credential.']);
  expect(file.read()).toEqual(state);
});

test('enrolling again keeps the credential when the stored address has another spelling', async () => {
  const folder = scratch();
  const file = new StateFile(folder);
  file.write({ ...state, server: 'https://Plant.Example:443/mw' });
  expect(await enroll(folder, 'https://plant.example/mw/')).toEqual(['This PC already has a credential.']);
  expect(file.read()).toEqual(state);
});

test('enrolling at another server keeps only the pins', async () => {
  const folder = scratch();
  const file = new StateFile(folder);
  file.write(state);
  // No server listens on the discard port, so this call fails.
  await enroll(folder, 'http://127.0.0.1:9/mw/').catch((cause: Error) => cause);
  const { nonce, ...rest } = file.read()!;
  expect(rest).toEqual({ server: 'http://127.0.0.1:9/mw', pins: ['pin'] });
  expect(nonce).not.toBe(state.nonce);
});

test.each([
  ['plant', 'Enter the address of the appliance'],
  ['plant.example:8443', 'must have an https address'],
  ['http://plant.example', 'must have an https address'],
  ['HTTP://plant.example', 'must have an https address'],
  ['ftp://plant.example', 'must have an https address'],
])('enrolling at %s fails and keeps the state', async (server, message) => {
  const folder = scratch();
  const file = new StateFile(folder);
  file.write(state);
  await expect(enroll(folder, server)).rejects.toThrow(message);
  expect(file.read()).toEqual(state);
});
