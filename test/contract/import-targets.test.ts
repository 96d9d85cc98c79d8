import { afterAll, beforeAll, expect, test } from 'bun:test';
import { importFile } from '../support/imports.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

test('only registers that declare imports accept an import', async () => {
  const { data } = await site.admin.get('/api/registers');
  const taking: string[] = [];
  for (const { name, labelfield, imports = false } of data) {
    const answer = await importFile(site.admin, name, `${labelfield}\n`);
    const isRefused = answer.error?.details?.issues?.[0]?.path === 'target';
    expect([name, !isRefused]).toEqual([name, imports]);
    if (imports) taking.push(name);
  }
  expect(taking.length).toBeGreaterThan(20);
  expect(taking).toContain('vendors');
  expect(taking).not.toContain('kioskdevices');
});

test('the registers offer no import to a user who cannot create records', async () => {
  const reader = await site.userWith('assets.view');
  const { data } = await reader.get('/api/registers');
  expect(data.filter(({ imports }: { imports?: boolean }) => imports)).toEqual([]);
});
