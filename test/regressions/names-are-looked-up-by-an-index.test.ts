import { afterAll, beforeAll, expect, test } from 'bun:test';
import * as devices from '../../plugins/computers/identity/device-queries.ts';
import * as computers from '../../plugins/computers/identity/queries.ts';
import * as endpoints from '../../plugins/endpoints/queries.ts';
import * as measuringtools from '../../plugins/measuringtools/queries.ts';
import * as network from '../../plugins/network/devices/queries.ts';
import * as queues from '../../plugins/printers/observed/queries.ts';
import * as printers from '../../plugins/printers/queries.ts';
import * as collector from '../../src/features/collector/queries.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const MODULES = { devices, computers, endpoints, measuringtools, network, queues, printers, collector };

/** Matches plans that read a whole table, or all active assets. */
const LONG = /^SCAN (?!json_each)|\(isactive=\?\)$/;

const STATEMENTS = Object.entries(MODULES).flatMap(([module, statements]) =>
  Object.entries(statements as object)
    .filter(([, statement]) => typeof statement?.text === 'function')
    .map(([name, { text }]) => ({ name: `${module}.${name}`, text: text() as string }))
    .filter(({ text }) => text.includes('foldednames')),
);

test('each statement that compares folded names uses an index', () => {
  expect(STATEMENTS.length).toBeGreaterThan(20);
  const long = STATEMENTS.flatMap(({ name, text }) =>
    site.app.host.db
      .read((reader) => reader.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${text}`))
      .filter(({ detail }) => LONG.test(detail))
      .map(({ detail }) => `${name}: ${detail}`),
  );
  expect(long).toEqual([]);
});
