import { afterAll, beforeAll, expect, test } from 'bun:test';
import { backupsDueBy } from '../../plugins/backups/queries.ts';
import { countPcsOverBudget } from '../../plugins/computers/inventory/addition-queries.ts';
import { fullDisks, outOfSupport, silentComputers } from '../../plugins/computers/queries.ts';
import {
  calibratedAmong,
  calibrationsDueBy,
  toolCountsByState,
} from '../../plugins/measuringtools/queries.ts';
import { lowPrinters } from '../../plugins/printers/queries.ts';
import { sharedSerials } from '../../src/features/catalog/queries.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

test.each(
  Object.entries({
    backupsDueBy,
    calibratedAmong,
    calibrationsDueBy,
    fullDisks,
    lowPrinters,
    outOfSupport,
    countPcsOverBudget,
    sharedSerials,
    silentComputers,
    toolCountsByState,
  }),
)('%s starts with its own table and does not read all active assets', (_name, statement) => {
  // Parameters have a unary plus, as in every statement that runs.
  const sql = `EXPLAIN QUERY PLAN ${statement.text().replaceAll('?', '+?')}`;
  const plan = site.app.host.db.read((reader) => reader.all<{ detail: string }>(sql));
  const assets = plan.map(({ detail }) => detail).filter((detail) => /^(SCAN|SEARCH) assets\b/.test(detail));
  expect(assets.length).toBeGreaterThan(0);
  for (const detail of assets) expect(detail).toMatch(/PRIMARY KEY|assets_serial|\(assetid=\?\)/);
});
