import { expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, readFileSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLog } from '../../src/kit/log.ts';

test('the log writes failed lines later and reports the error once on the console', () => {
  const folder = mkdtempSync(join(tmpdir(), 'millwright-log-'));
  const file = join(folder, 'millwright.log');
  const consoleLines: string[] = [];
  const log = openLog(folder, (line) => consoleLines.push(line));
  mkdirSync(file);
  log.info('first');
  log.flush();
  log.info('second');
  log.flush();
  expect(consoleLines).toEqual([expect.stringMatching(/^The log could not be written: EISDIR/)]);
  rmdirSync(file);
  log.flush();
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as { message: string }).message)).toEqual(['first', 'second']);
});
