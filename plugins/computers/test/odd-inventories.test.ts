import { expect, test } from 'bun:test';
import { startSite } from '../../../test/support/site.ts';
import { readChangedInventory } from './change-inventories.ts';
import { readChangedXml } from './change-xml.ts';
import { sendChanged } from './send-changed.ts';

test('the parser reads all other values when one value has another shape', () => {
  expect(readChangedInventory(800, 1)).toEqual({ leaves: 600, branches: 200 });
});

test('the parser reads all other XML elements when one has another text', () => {
  expect(readChangedXml(500, 1)).toBe(500);
});

test('the server stores all other values when one value has another shape', async () => {
  const site = await startSite();
  try {
    expect(await sendChanged(site, 200, 2)).toBe(200);
  } finally {
    await site.stop();
  }
});
