import { type ApiClient, ApiFailure } from './api-client.ts';
import { batchesOf, forEachConcurrently } from './concurrency.ts';
import { indexByName, type ReferenceIds } from './load-references.ts';
import type { Plant } from './plant.ts';
import { modelsOf } from './plant-makes.ts';
import type { PlantAsset } from './plant-shapes.ts';
import { createRandom, type Random } from './random.ts';

const RECORDS = 250;

/**
 * The subnets of the plant. Most contain generated addresses of computers, printers, network devices or
 * machines.
 */
const SUBNETS: readonly (readonly [
  cidr: string,
  vlan: number | null,
  name: string,
  gateway: string | null,
])[] = [
  ['10.20.0.0/24', 20, 'PCs of the lines', '10.20.0.1'],
  ['10.20.1.0/24', 20, 'PCs of the offices', '10.20.1.1'],
  ['10.30.0.0/24', 30, 'Printers', '10.30.0.1'],
  ['10.31.0.0/24', 31, 'Switches and access points', '10.31.0.1'],
  ['10.40.0.0/24', 40, 'Machines', '10.40.0.254'],
  ['10.99.0.0/28', 99, 'Transfer to the firewall', '10.99.0.1'],
  ['2001:db8:20::/64', 20, 'PCs, IPv6', '2001:db8:20::1'],
  ['192.168.63.0/24', null, 'Old telephones', '192.168.63.1'],
];

/** Reports the fields of network devices through the collector and creates the subnets of the plant. */
export async function loadNetwork(
  api: ApiClient,
  plant: Plant,
  { references, key }: { references: ReferenceIds; key: string },
): Promise<void> {
  const types = await indexByName(api, '/api/network/types', 'networkdevicetype', 'networkdevicetypeid');
  for (const { description } of modelsOf('Network device')) await types.ensure(description, {});
  await forEachConcurrently(batchesOf(devicesOf(plant), RECORDS), 2, async (records) => {
    await api.post('/api/collector/network', { records }, { 'X-API-Key': key });
  });
  const [locationid] = references.locations.values();
  for (const [cidr, vlan, name, gateway] of SUBNETS)
    await ensure(api, { cidr, vlan, name, gateway, locationid });
}

function* devicesOf(plant: Plant): Generator<object> {
  let index = 0;
  for (const asset of plant.assets())
    if (asset.kind === 'Network device') yield deviceOf(asset, createRandom('network', ++index));
}

function deviceOf({ assetnumber, vendor, modelnumber }: PlantAsset, random: Random) {
  const model = modelsOf('Network device').find(
    (one) => one.vendor === vendor && one.modelnumber === modelnumber,
  );
  const isPoint = model?.description === 'Access point';
  return {
    assetnumber,
    networkdevicetype: model?.description,
    firmwareversion: `${random.whole(14, 17)}.${random.whole(1, 12)}.${random.whole(0, 9)}`,
    portcount: isPoint ? 1 : random.pick([24, 48]),
    ispoe: !isPoint && random.chance(0.6),
    ismanaged: random.chance(0.9),
  };
}

/** Creates a subnet. Ignores one that exists. */
async function ensure(api: ApiClient, body: object): Promise<void> {
  try {
    await api.post('/api/network/subnets', body);
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.status !== 409) throw error;
  }
}
