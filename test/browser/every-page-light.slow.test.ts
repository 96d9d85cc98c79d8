import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { type FilledPlant, startFilledPlant } from './filled-plant.ts';
import { DESK, everyPath, faultsOf } from './readable.ts';

setDefaultTimeout(240_000);

let plant: FilledPlant;
beforeAll(async () => {
  plant = await startFilledPlant(DESK);
});
afterAll(() => plant?.stop());

test('every page is readable by everybody, on a desk and on a phone, in light colours', async () => {
  expect(await faultsOf(plant, await everyPath(plant.send), 'light')).toEqual([]);
  expect(plant.session.problems).toEqual([]);
});
