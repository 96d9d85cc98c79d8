import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { type FilledPlant, startFilledPlant } from './filled-plant.ts';
import { DESK, findPageFaults, listAllPaths, PARTS, selectPart, WALK_MS } from './page-faults.ts';

setDefaultTimeout(WALK_MS);

let plant: FilledPlant;
beforeAll(async () => {
  plant = await startFilledPlant(DESK);
});
afterAll(() => plant?.stop());

for (const part of PARTS)
  test(`each page is readable on a desktop and a phone in light colors: part ${part} of ${PARTS.length}`, async () => {
    const paths = selectPart(await listAllPaths(plant.send), part);
    expect(paths).not.toBeEmpty();
    expect(await findPageFaults(plant, paths, 'light')).toEqual([]);
    expect(plant.session.problems.splice(0)).toEqual([]);
  });
