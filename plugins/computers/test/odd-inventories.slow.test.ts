import { expect, test } from 'bun:test';
import { startSite } from '../../../test/support/site.ts';
import { readChangedInventory } from './change-inventories.ts';
import { readChangedXml } from './change-xml.ts';
import { sendChanged } from './send-changed.ts';

/** Far more than they need: what hangs ends by itself. */
const HANG_MS = 30 * 60_000;

test(
  'thousands of inventories are read in all other values when one value has another shape',
  () => {
    expect(readChangedInventory(20_000, 11)).toEqual({ leaves: 15_000, branches: 5000 });
    expect(readChangedXml(8000, 12)).toBe(8000);
  },
  HANG_MS,
);

test(
  'thousands of inventories are stored in all other values when one value has another shape',
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
