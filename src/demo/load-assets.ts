import { type ApiClient, ApiFailure, type ApiRecord } from './api-client.ts';
import { forEachConcurrently } from './concurrency.ts';
import { modelKey, type ReferenceIds } from './load-references.ts';
import type { Plant } from './plant.ts';
import type { PlantKind } from './plant-makes.ts';
import type { PlantAsset } from './plant-shapes.ts';

/** Number of concurrent requests. */
export const LANES = 8;

export interface AssetCounts {
  created: number;
  existing: number;
}

/** Registers with additional fields. When the plugin is off, its assets are plain assets. */
const REGISTERS: Partial<Record<PlantKind, string>> = {
  Computer: '/api/computers',
  Machine: '/api/machines',
  Printer: '/api/printers',
  'Network device': '/api/network',
  'Measuring tool': '/api/measuringtools',
};

/**
 * Creates missing assets and fills `ids` with the ID of each asset number, also of assets outside the plant.
 */
export async function loadAssets(
  api: ApiClient,
  plant: Plant,
  references: ReferenceIds,
  registers: ReadonlyMap<PlantKind, string>,
  ids: Map<string, number>,
  step: () => void,
): Promise<AssetCounts> {
  for await (const row of api.list('/api/assets?active=false&sort=assetnumber')) {
    ids.set(String(row.assetnumber), Number(row.assetid));
  }
  const counts: AssetCounts = { created: 0, existing: 0 };
  await forEachConcurrently(plant.assets(), LANES, async (asset) => {
    if (ids.has(asset.assetnumber)) counts.existing++;
    else {
      const made = await createAsset(api, registers.get(asset.kind) ?? '/api/assets', asset, references);
      ids.set(asset.assetnumber, made.assetid);
      counts[made.outcome]++;
    }
    step();
  });
  return counts;
}

/** Returns the registers with additional fields that this server has. A plugin that is off has no routes. */
export async function listOfferedRegisters(api: ApiClient): Promise<Map<PlantKind, string>> {
  const offered = new Map<PlantKind, string>();
  for (const [kind, path] of Object.entries(REGISTERS) as [PlantKind, string][]) {
    try {
      await api.get(`${path}?per_page=1`);
      offered.set(kind, path);
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.status !== 404) throw error;
    }
  }
  return offered;
}

async function createAsset(
  api: ApiClient,
  path: string,
  asset: PlantAsset,
  references: ReferenceIds,
): Promise<{ assetid: number; outcome: keyof AssetCounts }> {
  try {
    const made = await api.post(path, bodyOf(asset, references));
    return { assetid: Number(made.assetid), outcome: 'created' };
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.status !== 409) throw error;
    // The asset was created concurrently after the list was read.
    for await (const row of api.list(
      `/api/assets?active=false&search=${encodeURIComponent(asset.assetnumber)}`,
    )) {
      if (row.assetnumber === asset.assetnumber) return { assetid: Number(row.assetid), outcome: 'existing' };
    }
    throw error;
  }
}

function bodyOf(asset: PlantAsset, references: ReferenceIds): ApiRecord {
  const { assetnumber, name, serialnumber, notes, gaugelabreference, maintenancereference, computer } = asset;
  const { supplier, ...purchase } = asset.purchase ?? {};
  const vendorid = references.vendors.get(asset.vendor);
  return {
    assetnumber,
    name,
    serialnumber,
    notes,
    gaugelabreference,
    maintenancereference,
    assettypeid: references.types.get(asset.kind) ?? references.types.get('Other'),
    statusid: references.statuses.get(asset.status),
    locationid: references.locations.get(asset.location),
    businessunitid: references.units.get(asset.businessunit),
    vendorid,
    modelnumberid: references.models.get(modelKey(vendorid, asset.modelnumber)),
    hostname: computer?.hostname ?? asset.hostname,
    ipaddress: computer?.ipaddresses[0] ?? asset.ipaddress,
    macaddress: asset.macaddress,
    ...purchase,
    supplierid: supplier && references.vendors.get(supplier),
  };
}
