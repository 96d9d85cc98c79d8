import { expect, test } from 'bun:test';
import { startSite } from '../../../test/support/site.ts';
import { readChangedInventory } from './change-inventories.ts';
import { readChangedXml } from './change-xml.ts';
import { sendChanged } from './send-changed.ts';

/** Timeout that ends a test that hangs; far longer than a test needs. */
const HANG_MS = 30 * 60_000;

test(
  'the parser reads all other values of thousands of inventories with one value of another shape',
  () => {
    expect(readChangedInventory(20_000, 11)).toEqual({ leaves: 15_000, branches: 5000 });
    expect(readChangedXml(8000, 12)).toBe(8000);
  },
  HANG_MS,
);

test(
  'the server stores all other values of thousands of inventories with one value of another shape',
  async () => {
    const site = await startSite();
    try {
      expect(await sendChanged(site, 4000, 13)).toBe(4000);
    } finally {
      await site.stop();
    }
  },
  HANG_MS,
);
