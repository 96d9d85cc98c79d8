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

test('the agent state is readable for its owner only', () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'agent-state-')), 'own');
  const file = new StateFile(folder);
  file.write(state);
  expect([statSync(folder).mode & 0o777, statSync(join(folder, 'agent.json')).mode & 0o777]).toEqual([
    0o700, 0o600,
  ]);
  expect(file.read()).toEqual(state);
});

test('the agent restricts its folder on Windows before it writes the state', () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'agent-state-')), 'own');
  const closedFolders: string[] = [];
  const file = new StateFile(folder, 'win32', (closed) => {
    expect(existsSync(join(folder, 'agent.json'))).toBe(false);
    closedFolders.push(closed);
  });
  file.write(state);
  file.write({ ...state, told: 'pending' });
  expect(closedFolders).toEqual([folder]);
  const refusing = new StateFile(join(folder, 'other'), 'win32', () => {
    throw new Error('not allowed');
  });
  expect(() => refusing.write(state)).toThrow('not allowed');
  expect(existsSync(join(folder, 'other', 'agent.json'))).toBe(false);
});

test('the agent does not write its state through a link on Windows', () => {
  const folder = mkdtempSync(join(tmpdir(), 'agent-state-'));
  const link = join(folder, 'link');
  symlinkSync(mkdtempSync(join(tmpdir(), 'agent-state-')), link);
  expect(() => new StateFile(link, 'win32', () => undefined).write(state)).toThrow('is a link');
  expect(() => readFileSync(join(link, 'agent.json'))).toThrow();
});

test('the agent does not use the data folder of a server on Windows', () => {
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

test('the agent keeps its state in the earlier folder on Windows until the new folder has a state', () => {
  const programData = mkdtempSync(join(tmpdir(), 'program-data-'));
  for (const name of ['Millwright', 'Millwright Agent']) mkdirSync(join(programData, name));
  writeFileSync(join(programData, 'Millwright', 'agent.json'), '');
  expect(resolveStateFolder('win32', programData)).toBe(join(programData, 'Millwright'));
  writeFileSync(join(programData, 'Millwright Agent', 'agent.json'), '');
  expect(resolveStateFolder('win32', programData)).toBe(join(programData, 'Millwright Agent'));
});
