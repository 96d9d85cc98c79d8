import { afterAll, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { replaceText } from './on-disk.ts';

const folder = mkdtempSync(join(tmpdir(), 'millwright-on-disk-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('replaceText writes the new text and leaves no other file', () => {
  const file = join(folder, 'note.json');
  replaceText(file, 'first');
  replaceText(file, 'second', { isSynced: true });
  expect(readFileSync(file, 'utf8')).toBe('second');
  expect(readdirSync(folder)).toEqual(['note.json']);
  rmSync(file);
});

test('replaceText leaves no other file when the file cannot be replaced', () => {
  mkdirSync(join(folder, 'blocked.json', 'content'), { recursive: true });
  expect(() => replaceText(join(folder, 'blocked.json'), 'text')).toThrow();
  expect(readdirSync(folder)).toEqual(['blocked.json']);
});
