import { afterAll, beforeAll, expect, test } from 'bun:test';
import { plugins } from '../../plugins/index.ts';
import { platformSettings } from '../../src/features/platform/settings.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

test('the error states the limit in plain words when a number or list is out of bounds', async () => {
  const { itemid } = (await site.admin.post('/api/printedparts/items', { itemcode: 'P-1' })).data;
  const saidOf = async (path: string, body: object) => {
    const { status, error } = await site.admin.post(path, body);
    return [status, error?.details?.issues?.[0]?.message];
  };
  const receive = `/api/printedparts/items/${itemid}/receive`;
  expect(await saidOf(receive, { quantity: 0 })).toEqual([400, 'Use 1 at least.']);
  expect(await saidOf(receive, { quantity: 1_000_001 })).toEqual([400, 'Use 1000000 at most.']);
  const labels = { type: 'asset', ids: [1], printerid: 1 };
  expect(await saidOf('/api/labels/print', { ...labels, ids: [] })).toEqual([400, 'Enter at least one.']);
  expect(await saidOf('/api/labels/print', { ...labels, ids: [0] })).toEqual([400, 'Use more than 0.']);
});

test('the error states both limits when a setting is out of bounds', async () => {
  const declared = [...platformSettings, ...plugins.flatMap(({ settings }) => settings ?? [])];
  const bounded = declared.filter(({ min, max }) => min !== undefined && max !== undefined);
  expect(bounded.length).toBeGreaterThan(10);
  for (const { key, title, min, max } of bounded)
    for (const value of [min! - 1, max! + 1, 'x', 1.5]) {
      const { status, error } = await site.admin.put(`/api/settings/${key}`, { value });
      expect([key, value, status, error?.details?.issues?.[0]?.message]).toEqual([
        key,
        value,
        400,
        `${title} must be a whole number from ${min} to ${max}.`,
      ]);
    }
});
