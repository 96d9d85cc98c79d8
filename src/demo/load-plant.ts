import type { FetchExtras } from '#runtime';
import { ApiClient, type ApiCredentials, type SendRequest } from './api-client.ts';
import { type AssetCounts, listOfferedRegisters, loadAssets } from './load-assets.ts';
import { loadFleet } from './load-fleet.ts';
import { loadMachines } from './load-machines.ts';
import { loadMap } from './load-map.ts';
import { loadNetwork } from './load-network.ts';
import { loadPapers } from './load-papers.ts';
import { loadPrinters } from './load-printers.ts';
import { loadReferences } from './load-references.ts';
import {
  listInventoryFiles,
  loadInventories,
  loadRelationships,
  loadReports,
  type ReportCounts,
} from './load-reports.ts';
import { generatePlant } from './plant.ts';
import { type OnProgress, startStage } from './progress.ts';

export interface LoadOptions extends ApiCredentials {
  /** Base address of the server, base path included. */
  url: string;
  collectorkey?: string;
  assets: number;
  seed: number;
  fetchOptions?: FetchExtras;
  /** Sends the requests instead of `fetch`. */
  send?: SendRequest;
  /** False leaves out enforcement, which real PCs of the server would apply. Default: true. */
  enforces?: boolean;
  onProgress?: OnProgress;
  /** Folder with GLPI agent inventories to send. */
  inventoriesDir?: string;
}

export interface LoadSummary {
  assets: AssetCounts;
  reports: ReportCounts;
  relationships: { created: number; existing: number };
  /** Number of printers of the plant; 0 without the plugin for printers or that for computers. */
  printers: number;
  inventories: number;
}

const NO_REPORTS: ReportCounts = { created: 0, updated: 0, unchanged: 0 };

/** Loads a generated plant through the public HTTP API. A repeated load adds only missing records. */
export async function loadPlant(options: LoadOptions): Promise<LoadSummary> {
  const api = new ApiClient(options.url, options, options.fetchOptions, options.send);
  await api.login();
  const plant = generatePlant({ assets: options.assets, seed: options.seed, asof: startOfToday() });
  const stage = (name: string, total: number) =>
    startStage(name, total, options.onProgress ?? (() => undefined));

  const basics = plant.units.length + plant.locations.length + plant.vendors.length + plant.models.length;
  const references = await loadReferences(api, plant, stage('Locations, vendors and models', basics));
  const ids = new Map<string, number>();
  const registers = await listOfferedRegisters(api);
  const assets = await loadAssets(api, plant, references, registers, ids, stage('Assets', options.assets));
  const total = countOf(plant.relationships());
  const relationships = await loadRelationships(api, plant, references, ids, stage('Connections', total));
  const buildings = plant.locations.filter(({ parent }) => parent === undefined).length;
  await loadMap(api, plant.locations, options.seed, stage('Floor plans', buildings));
  const { seed, enforces = true } = options;
  const ground = { api, plant, seed, ids, vendors: references.vendors, enforces };
  await loadPapers(ground, stage('Due dates and warranties', 10));
  // Without the computers plugin, there is no collector for agent reports.
  if (!registers.has('Computer'))
    return { assets, relationships, reports: NO_REPORTS, printers: 0, inventories: 0 };
  const files = options.inventoriesDir === undefined ? [] : await listInventoryFiles(options.inventoriesDir);

  // With the collector key, PCs get no credential of their own, because their reports with the key would then
  // be refused.
  if (options.collectorkey === undefined) await loadFleet(ground);
  return withCollectorKey(api, options.collectorkey, async (key) => {
    if (registers.has('Machine')) await loadMachines(api, plant, { references, ids, key });
    if (registers.has('Network device')) await loadNetwork(api, plant, { references, key });
    return {
      assets,
      relationships,
      reports: await loadReports(api, plant, key, stage('Computer reports', plant.counts.Computer)),
      printers: registers.has('Printer') ? await loadPrinters(api, plant, references, key, stage) : 0,
      inventories: await loadInventories(api, files, key, stage('Agent inventories', files.length)),
    };
  });
}

/** Runs a function with the collector key, or with a service token that is deactivated afterwards. */
async function withCollectorKey<T>(
  api: ApiClient,
  collectorKey: string | undefined,
  work: (key: string) => Promise<T>,
): Promise<T> {
  if (collectorKey !== undefined) return work(collectorKey);
  const token = await api.post('/api/apitokens', {
    name: 'Demo plant',
    service: true,
    scopes: ['collector.ingest'],
  });
  try {
    return await work(String(token.secret));
  } finally {
    await api.delete(`/api/apitokens/${Number(token.tokenid)}`);
  }
}

/**
 * Returns the start of today in UTC. Boot times depend only on the date, so a second load on the same day
 * changes nothing.
 */
function startOfToday(): Date {
  return new Date(new Date().toISOString().slice(0, 10));
}

function countOf(items: Iterable<unknown>): number {
  let count = 0;
  for (const _ of items) count++;
  return count;
}
