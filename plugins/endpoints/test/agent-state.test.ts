import { expect, test } from 'bun:test';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resolveStateFolder, StateFile } from '../agent/state.ts';

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

test('on Windows the agent never uses the data folder of an appliance', () => {
  const programData = mkdtempSync(join(tmpdir(), 'program-data-'));
  const folder = () => resolveStateFolder('win32', programData);
  const put = (name: string, file: string) => {
    mkdirSync(join(programData, name), { recursive: true });
    writeFileSync(join(programData, name, file), '');
  };
  expect(folder()).toBe(join(programData, 'Millwright Agent'));
  put('Millwright', 'millwright.db');
  expect(folder()).toBe(join(programData, 'Millwright Agent'));
  put('Millwright', 'agent.json');
  expect(folder()).toBe(join(programData, 'Millwright Agent'));
});

test('on Windows an agent that was set up in the earlier folder stays there', () => {
  const programData = mkdtempSync(join(tmpdir(), 'program-data-'));
  for (const name of ['Millwright', 'Millwright Agent']) mkdirSync(join(programData, name));
  writeFileSync(join(programData, 'Millwright', 'agent.json'), '');
  expect(resolveStateFolder('win32', programData)).toBe(join(programData, 'Millwright'));
  writeFileSync(join(programData, 'Millwright Agent', 'agent.json'), '');
  expect(resolveStateFolder('win32', programData)).toBe(join(programData, 'Millwright Agent'));
});
