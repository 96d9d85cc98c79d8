import { type ApiClient, ApiFailure } from './api-client.ts';
import { assetNumberOf } from './asset-numbers.ts';
import { batchesOf, forEachConcurrently } from './concurrency.ts';
import { indexByName, type ReferenceIds } from './load-references.ts';
import type { Plant } from './plant.ts';
import { modelsOf } from './plant-makes.ts';
import type { PlantAsset } from './plant-shapes.ts';
import { createRandom, type Random } from './random.ts';

/** Invented controllers with their manufacturers and software versions. */
const CONTROLLERS: readonly (readonly [name: string, vendor: string, versions: readonly string[]])[] = [
  ['CNC 31', 'Okuro', ['5.0.2', '5.1.0', '5.1.3']],
  ['Path 840', 'Brandt & Voss', ['4.7 SP6', '4.8 SP1']],
  ['PLC 1500', 'Halden Systems', ['2.9', '3.0', '3.1']],
  ['RC-7', 'Ferrum Robotics', ['7.4', '7.6']],
  ['Press Master', 'Lindqvist Press', ['12', '14']],
];
const RECORDS = 250;
/**
 * For dual-path machines: number of machines per pair of bays, and number of pairs per pair that is not
 * connected.
 */
const MACHINES_PER_PAIR = 12;
const PAIRS_PER_UNCONNECTED = 5;

/** Reports the machine fields of assets through the collector and connects the bays of dual-path machines. */
export async function loadMachines(
  api: ApiClient,
  plant: Plant,
  { references, ids, key }: { references: ReferenceIds; ids: ReadonlyMap<string, number>; key: string },
): Promise<void> {
  const types = await indexByName(api, '/api/machines/types', 'machinetype', 'machinetypeid');
  for (const { description, vendor } of modelsOf('Machine'))
    await types.ensure(description, { description: `Made by ${vendor}` });
  const controllers = await indexByName(
    api,
    '/api/machines/controllers',
    'controllertype',
    'controllertypeid',
  );
  for (const [name, vendor] of CONTROLLERS)
    await controllers.ensure(name, { vendorid: references.vendors.get(vendor) });
  await forEachConcurrently(batchesOf(machinesOf(plant), RECORDS), 2, async (records) => {
    await api.post('/api/collector/machines', { records }, { 'X-API-Key': key });
  });
  for (const [left, right] of pairsOf(plant))
    await createRelationship(api, {
      sourceassetid: ids.get(left),
      targetassetid: ids.get(right),
      relationshiptypeid: references.relationshiptypes.get('dualpath'),
    });
}

function* machinesOf(plant: Plant): Generator<object> {
  let index = 0;
  for (const asset of plant.assets())
    if (asset.kind === 'Machine') yield machineOf(asset, index++, createRandom('machine', index));
}

function machineOf({ assetnumber, vendor, modelnumber }: PlantAsset, index: number, random: Random) {
  const model = modelsOf('Machine').find((one) => one.vendor === vendor && one.modelnumber === modelnumber);
  const own = CONTROLLERS.find(([, maker]) => maker === vendor);
  const [controllertype, , versions] = own ?? random.pick(CONTROLLERS);
  const year = 1998 + random.whole(0, 26);
  return {
    assetnumber,
    machinetype: model?.description,
    controllertype,
    controllerversion: random.pick(versions),
    installdate: `${year}-${String(random.whole(1, 12)).padStart(2, '0')}-15`,
    ipaddress: random.chance(0.7) ? `10.40.${Math.floor(index / 253) % 256}.${1 + (index % 253)}` : undefined,
    ...(isBay(index) && { isdualpath: true }),
  };
}

const isBay = (index: number): boolean => index % MACHINES_PER_PAIR < 2;

function* pairsOf({ counts }: Plant): Generator<[left: string, right: string]> {
  for (let index = 0, n = 1; index + 1 < counts.Machine; index += MACHINES_PER_PAIR, n++)
    if (n % PAIRS_PER_UNCONNECTED !== 0)
      yield [assetNumberOf('Machine', index), assetNumberOf('Machine', index + 1)];
}

/** Creates a relationship. Ignores one that exists. */
async function createRelationship(api: ApiClient, body: object): Promise<void> {
  try {
    await api.post('/api/assets/relationships', body);
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.status !== 409) throw error;
  }
}
