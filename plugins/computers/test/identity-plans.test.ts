import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Site, startSite } from '../../../test/support/site.ts';
import * as devices from '../identity/device-queries.ts';
import * as marks from '../identity/mark-queries.ts';
import * as computers from '../identity/queries.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

/** Matches query plans that scan a table, all active assets, all assets of one type or all unnamed computers. */
const LONG =
  /^SCAN (?!json_each)|assets_(type|modified|number|created)\b|computers_reported|\(isactive=\?\)$/;

test('the identity queries use selective indexes and scan no table', () => {
  const walked = Object.entries({ ...devices, ...marks, ...computers }).flatMap(([name, statement]) =>
    site.app.host.db
      .read((reader) => reader.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${statement.text()}`))
      .filter(({ detail }) => LONG.test(detail))
      .map(({ detail }) => `${name}: ${detail}`),
  );
  expect(walked).toEqual([]);
});
