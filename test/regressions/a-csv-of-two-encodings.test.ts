import { afterAll, beforeAll, expect, test } from 'bun:test';
import { importFile, rowOutcomesOf } from '../support/imports.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

test('the import refuses a file of two encodings when most of its letters are Windows-1252', async () => {
  const bytes = Buffer.concat([
    Buffer.from('Vendor\nPrüfstand\n'),
    Buffer.from('Brücke\nBüro Süd\n', 'latin1'),
  ]);
  const answer = await importFile(site.admin, 'vendors', bytes);
  expect([answer.status, answer.error?.details.issues[0].path]).toEqual([400, 'file']);
});

test('the import reads a Windows-1252 file when two of its characters are valid UTF-8', async () => {
  const csv = Buffer.from('Vendor\nKÖ\x96Werk\nBrücke\n', 'latin1');
  const answer = await importFile(site.admin, 'vendors', csv);
  expect(rowOutcomesOf(answer)).toEqual(['add', 'add']);
});
