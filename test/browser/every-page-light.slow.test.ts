import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { type FilledPlant, startFilledPlant } from './filled-plant.ts';
import { DESK, everyPath, faultsOf, PARTS, partOf } from './readable.ts';

setDefaultTimeout(120_000);

let plant: FilledPlant;
beforeAll(async () => {
  plant = await startFilledPlant(DESK);
});
afterAll(() => plant?.stop());

for (const part of PARTS)
  test(`every page is readable by everybody, on a desk and on a phone, in light colours: part ${part} of ${PARTS.length}`, async () => {
    const paths = partOf(await everyPath(plant.send), part);
    expect(await faultsOf(plant, paths, 'light')).toEqual([]);
    expect(plant.session.problems).toEqual([]);
  });
