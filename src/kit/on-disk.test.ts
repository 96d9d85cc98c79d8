import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { replaceText, replaceWithCopy } from './on-disk.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'millwright-on-disk-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('replaceText writes the new text and leaves no other file', () => {
  const file = join(folder, 'note.json');
  replaceText(file, 'first');
  replaceText(file, 'second', { isSynced: true });
  expect(readFileSync(file, 'utf8')).toBe('second');
  expect(readdirSync(folder)).toEqual(['note.json']);
});

test('replaceText leaves no other file when the file cannot be replaced', () => {
  mkdirSync(join(folder, 'blocked.json', 'content'), { recursive: true });
  expect(() => replaceText(join(folder, 'blocked.json'), 'text')).toThrow();
  expect(readdirSync(folder)).toEqual(['blocked.json']);
});

test('replaceWithCopy replaces the file, keeps the original and leaves no other file', () => {
  const [from, to] = [join(folder, 'from'), join(folder, 'to')];
  writeFileSync(from, 'new');
  writeFileSync(to, 'old');
  replaceWithCopy(from, to);
  expect([from, to].map((path) => readFileSync(path, 'utf8'))).toEqual(['new', 'new']);
  expect(readdirSync(folder).sort()).toEqual(['from', 'to']);
});

test('replaceWithCopy leaves the file unchanged when the original is missing', () => {
  writeFileSync(join(folder, 'to'), 'old');
  expect(() => replaceWithCopy(join(folder, 'missing'), join(folder, 'to'))).toThrow();
  expect(readFileSync(join(folder, 'to'), 'utf8')).toBe('old');
  expect(readdirSync(folder)).toEqual(['to']);
});
