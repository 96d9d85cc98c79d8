import { expect, setDefaultTimeout, test } from 'bun:test';
import {
  addAsset,
  listAssetNumbers,
  requestBackup,
  requestRestore,
  signInAfterRestore,
  signUpFirstAdmin,
  startPlant,
  waitForArchive,
} from '../restore/own-process.ts';
import { prepareExecutable } from '../support/executable.ts';
import { prepareNodeBundle } from '../support/node-bundle.ts';

setDefaultTimeout(120_000);

const PROGRAMS: [string, () => string[] | Promise<string[]>][] = [
  ['the executable', () => [prepareExecutable()]],
  ['Node.js', prepareNodeBundle],
];

test.each(PROGRAMS)('a restore by page succeeds with %s', async (_name, program) => {
  const plant = await startPlant({ program: await program() });
  try {
    const admin = await signUpFirstAdmin(plant);
    await addAsset(admin, 'IN-IT');
    const backup = await requestBackup(admin);
    expect(backup).toMatchObject({ state: 'done', verified: true });
    await addAsset(admin, 'LATER');
    expect((await requestRestore(admin, backup)).status).toBe(202);
    const again = await signInAfterRestore(plant, admin);
    expect(await listAssetNumbers(again)).toEqual(['IN-IT']);
    expect(await waitForArchive(again)).toMatchObject({ state: 'done', verified: true, error: null });
  } finally {
    await plant.stop();
  }
});
