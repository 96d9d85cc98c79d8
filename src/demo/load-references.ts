import { type ApiClient, ApiFailure, type ApiRecord } from './api-client.ts';
import { forEachConcurrently } from './concurrency.ts';
import type { Plant } from './plant.ts';

/** Number of concurrent requests for records that do not refer to each other. */
const LANES = 8;

/** IDs of the records that assets refer to, by their names in the generated plant. */
export interface ReferenceIds {
  types: Map<string, number>;
  statuses: Map<string, number>;
  relationshiptypes: Map<string, number>;
  units: Map<string, number>;
  locations: Map<string, number>;
  vendors: Map<string, number>;
  /** IDs of models by the key that `modelKey` returns. */
  models: Map<string, number>;
}

/** Returns the key of a model in `ReferenceIds.models`. */
export const modelKey = (vendorid: number | undefined, modelnumber: string): string =>
  `${vendorid}/${modelnumber}`;

/**
 * Finds the records that assets refer to, and creates missing business units, locations, vendors and models.
 * Existing ones stay unchanged.
 */
export async function loadReferences(api: ApiClient, plant: Plant, step: () => void): Promise<ReferenceIds> {
  const types = await idsOf(api, '/api/assets/types', 'assettype', 'assettypeid');
  const statuses = await idsOf(api, '/api/assets/statuses', 'status', 'statusid');
  const relationshiptypes = await idsOf(
    api,
    '/api/assets/relationshiptypes',
    'relationshiptype',
    'relationshiptypeid',
  );
  const units = await indexByName(api, '/api/businessunits', 'businessunit', 'businessunitid');
  for (const { businessunit, code } of plant.units) {
    await units.ensure(businessunit, { code });
    step();
  }
  const locations = await indexByName(api, '/api/locations', 'location', 'locationid');
  for (const { location, description, parent } of plant.locations) {
    await locations.ensure(location, { description, parentlocationid: parent && locations.ids.get(parent) });
    step();
  }
  const vendors = await indexByName(api, '/api/vendors', 'vendor', 'vendorid');
  await forEachConcurrently(plant.vendors, LANES, async (vendor) => {
    await vendors.ensure(vendor, {});
    step();
  });
  const models = await loadModels(api, plant, { types, vendors: vendors.ids }, step);
  return {
    types,
    statuses,
    relationshiptypes,
    units: units.ids,
    locations: locations.ids,
    vendors: vendors.ids,
    models,
  };
}

async function loadModels(
  api: ApiClient,
  plant: Plant,
  ids: Pick<ReferenceIds, 'types' | 'vendors'>,
  step: () => void,
): Promise<Map<string, number>> {
  const known = new Map<string, number>();
  for await (const row of api.list('/api/models')) {
    known.set(modelKey(row.vendorid as number, String(row.modelnumber)), Number(row.modelnumberid));
  }
  await forEachConcurrently(plant.models, LANES, async ({ kind, vendor, modelnumber, description }) => {
    const vendorid = ids.vendors.get(vendor);
    const key = modelKey(vendorid, modelnumber);
    if (!known.has(key)) {
      const made = await api.post('/api/models', {
        modelnumber,
        vendorid,
        assettypeid: ids.types.get(kind),
        description,
      });
      known.set(key, Number(made.modelnumberid));
    }
    step();
  });
  return known;
}

async function idsOf(api: ApiClient, path: string, name: string, id: string): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for await (const row of api.list(path)) ids.set(String(row[name]), Number(row[id]));
  return ids;
}

/** Returns the IDs of a register by the names of its rows, and a function that creates a missing row. */
export async function indexByName(api: ApiClient, path: string, name: string, id: string) {
  const ids = await idsOf(api, path, name, id);
  const ensure = async (value: string, fields: ApiRecord): Promise<void> => {
    if (ids.has(value)) return;
    try {
      ids.set(value, Number((await api.post(path, { [name]: value, ...fields }))[id]));
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.status !== 409) throw error;
      // The row was created concurrently, or it exists in another letter case.
      for await (const row of api.list(`${path}?search=${encodeURIComponent(value)}`)) {
        if (String(row[name]).toLowerCase() === value.toLowerCase()) ids.set(value, Number(row[id]));
      }
      if (!ids.has(value)) throw error;
    }
  };
  return { ids, ensure };
}
