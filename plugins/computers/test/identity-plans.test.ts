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

/** What is walked whole, or for as long as there are active assets, assets of one type or computers without a name. */
const LONG =
  /^SCAN (?!json_each)|assets_(type|modified|number|created)\b|computers_reported|\(isactive=\?\)$/;

test('whose report it is, is found by an index of what it is known by, however many assets there are', () => {
  const walked = Object.entries({ ...devices, ...marks, ...computers }).flatMap(([name, statement]) =>
    site.app.host.db
      .read((reader) => reader.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${statement.text()}`))
      .filter(({ detail }) => LONG.test(detail))
      .map(({ detail }) => `${name}: ${detail}`),
  );
  expect(walked).toEqual([]);
});
