import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeSteadily } from '../../src/kit/backup/steady-write.ts';

const folder = mkdtempSync(join(tmpdir(), 'millwright-steady-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function* chunksOf(content: Buffer, size: number) {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size);
}

test('writeSteadily writes a file of several flushes completely with mode 600', async () => {
  const content = Buffer.alloc(20 * 1024 * 1024 + 7, 'millwright');
  const file = join(folder, 'large');
  await writeSteadily(file, chunksOf(content, 3 * 1024 * 1024));
  expect(readFileSync(file).equals(content)).toBe(true);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('writeSteadily does not replace an existing file', async () => {
  const file = join(folder, 'once');
  await writeSteadily(file, chunksOf(Buffer.from('first'), 2));
  const again = writeSteadily(file, chunksOf(Buffer.from('second'), 2));
  await expect(again).rejects.toMatchObject({ code: 'EEXIST' });
  expect(readFileSync(file, 'utf8')).toBe('first');
});

test('writeSteadily rejects with the error of the content', async () => {
  async function* broken() {
    yield Buffer.from('half');
    throw new Error('cut short');
  }
  await expect(writeSteadily(join(folder, 'broken'), broken())).rejects.toThrow('cut short');
});
