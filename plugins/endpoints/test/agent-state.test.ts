import { expect, test } from 'bun:test';
import { existsSync, mkdtempSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StateFile } from '../agent/state.ts';

const state = {
  server: 'https://plant.example:8443',
  pins: ['pin'],
  nonce: 'n',
  credential: 'the credential',
};

test('what the agent knows is for the system alone', () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'agent-state-')), 'own');
  const file = new StateFile(folder);
  file.write(state);
  expect([statSync(folder).mode & 0o777, statSync(join(folder, 'agent.json')).mode & 0o777]).toEqual([
    0o700, 0o600,
  ]);
  expect(file.read()).toEqual(state);
});

test('threat 23: on Windows the folder is taken from everybody else before anything is written into it', () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'agent-state-')), 'own');
  const asked: string[] = [];
  const file = new StateFile(folder, 'win32', (closed) => {
    expect(existsSync(join(folder, 'agent.json'))).toBe(false);
    asked.push(closed);
  });
  file.write(state);
  file.write({ ...state, told: 'pending' });
  expect(asked).toEqual([folder]);
  const refusing = new StateFile(join(folder, 'other'), 'win32', () => {
    throw new Error('not allowed');
  });
  expect(() => refusing.write(state)).toThrow('not allowed');
  expect(existsSync(join(folder, 'other', 'agent.json'))).toBe(false);
});

test('threat 23: on Windows a link in the place of the folder is not written through', () => {
  const folder = mkdtempSync(join(tmpdir(), 'agent-state-'));
  const link = join(folder, 'link');
  symlinkSync(mkdtempSync(join(tmpdir(), 'agent-state-')), link);
  expect(() => new StateFile(link, 'win32', () => undefined).write(state)).toThrow('is a link');
  expect(() => readFileSync(join(link, 'agent.json'))).toThrow();
});
