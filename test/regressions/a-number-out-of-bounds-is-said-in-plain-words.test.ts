import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

test('a number or a list that is too small or too large is said in words for people', async () => {
  const { itemid } = (await site.admin.post('/api/printedparts/items', { itemcode: 'P-1' })).data;
  const saidOf = async (path: string, body: object) => {
    const { status, error } = await site.admin.post(path, body);
    return [status, error?.details?.issues?.[0]?.message];
  };
  const receive = `/api/printedparts/items/${itemid}/receive`;
  expect(await saidOf(receive, { quantity: 0 })).toEqual([400, 'Use 1 at least.']);
  expect(await saidOf(receive, { quantity: 1_000_001 })).toEqual([400, 'Use 1000000 at most.']);
  const labels = { type: 'asset', ids: [1], printerid: 1 };
  expect(await saidOf('/api/labels/print', { ...labels, ids: [] })).toEqual([400, 'Name at least one.']);
  expect(await saidOf('/api/labels/print', { ...labels, ids: [0] })).toEqual([400, 'Use more than 0.']);
});
