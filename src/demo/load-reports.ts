import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ApiClient, ApiFailure } from './api-client.ts';
import { batchesOf, forEachConcurrently } from './concurrency.ts';
import { LANES } from './load-assets.ts';
import type { ReferenceIds } from './load-references.ts';
import type { Plant } from './plant.ts';

/** Records per request: below the server limit of 1,000, and small enough not to delay other callers. */
const BATCH = 250;

export interface ReportCounts {
  created: number;
  updated: number;
  unchanged: number;
}

/** Reports every computer of the plant, with its programs, as an agent would. */
export async function loadReports(
  api: ApiClient,
  plant: Plant,
  key: string,
  step: (steps: number) => void,
): Promise<ReportCounts> {
  const counts: ReportCounts = { created: 0, updated: 0, unchanged: 0 };
  await forEachConcurrently(batchesOf(reportsOf(plant), BATCH), 2, async (records) => {
    const answer = await api.post('/api/collector/computers', { records }, { 'X-API-Key': key });
    for (const outcome of ['created', 'updated', 'unchanged'] as const)
      counts[outcome] += Number(answer[outcome] ?? 0);
    step(records.length);
  });
  return counts;
}

function* reportsOf(plant: Plant): Generator<object> {
  for (const { computer, serialnumber, vendor, modelnumber } of plant.assets()) {
    if (computer) yield { ...computer, serialnumber, manufacturer: vendor, model: modelnumber };
  }
}

/** Creates the relationships of the assets. Ignores existing ones. */
export async function loadRelationships(
  api: ApiClient,
  plant: Plant,
  references: ReferenceIds,
  ids: ReadonlyMap<string, number>,
  step: () => void,
): Promise<{ created: number; existing: number }> {
  const counts = { created: 0, existing: 0 };
  await forEachConcurrently(plant.relationships(), LANES, async ({ source, target, relationshiptype }) => {
    const body = {
      sourceassetid: ids.get(source),
      targetassetid: ids.get(target),
      relationshiptypeid: references.relationshiptypes.get(relationshiptype),
    };
    try {
      await api.post('/api/assets/relationships', body);
      counts.created++;
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.status !== 409) throw error;
      counts.existing++;
    }
    step();
  });
  return counts;
}

/**
 * Returns the paths of the GLPI agent inventories in a folder: JSON files with an object that has deviceid
 * and content.
 */
export async function listInventoryFiles(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  const files: string[] = [];
  for (const name of names) {
    const document: unknown = JSON.parse(await readFile(join(folder, name), 'utf8'));
    if (
      document !== null &&
      typeof document === 'object' &&
      'deviceid' in document &&
      'content' in document
    ) {
      files.push(join(folder, name));
    }
  }
  return files;
}

/** Posts each file as its agent would. Returns the number of files. */
export async function loadInventories(
  api: ApiClient,
  files: readonly string[],
  key: string,
  step: () => void,
): Promise<number> {
  for (const file of files) {
    await api.post('/api/collector/glpi', new Uint8Array(await readFile(file)), { 'X-API-Key': key });
    step();
  }
  return files.length;
}
