import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { DialogWalk } from './dialog-walk.ts';
import { type FilledPlant, listRecordPaths, startFilledPlant } from './filled-plant.ts';
import { DESK, listAllPaths, PARTS, selectPart, WALK_MS } from './page-faults.ts';

/**
 * Declares the tests of the dialogs of all pages in these parts. The parts are divided among several files,
 * because files run in parallel.
 */
export function testDialogsOf(parts: readonly number[]): void {
  setDefaultTimeout(2 * WALK_MS);
  let plant: FilledPlant;
  let walk: DialogWalk;
  let allPaths: string[];
  beforeAll(async () => {
    plant = await startFilledPlant(DESK);
    walk = await DialogWalk.start(plant);
    allPaths = [...(await listAllPaths(plant.send)), ...(await listRecordPaths(plant.send))];
  });
  afterAll(() => plant?.stop());
  for (const part of parts)
    test(`each dialog and error is readable and usable at both widths: part ${part} of ${PARTS.length}`, async () => {
      const before = { opened: walk.opened, refused: walk.refused };
      expect(await walk.findFaults(selectPart(allPaths, part))).toEqual([]);
      expect([walk.opened > before.opened, walk.refused > before.refused]).toEqual([true, true]);
    });
}
