import { expect } from 'bun:test';
import type { Site } from './site.ts';

/**
 * Returns the numbers of the assets that the list finds, sorted, after checking that the global search finds
 * the same assets.
 */
export async function findAssets({ admin }: Site, query: string): Promise<string[]> {
  const q = encodeURIComponent(query);
  const { data: rows } = await admin.get(`/api/assets?search=${q}`);
  const { data: hits } = await admin.get(`/api/search?q=${q}`);
  const found = hits.flatMap(({ kind, id }: { kind: string; id: number }) => (kind === 'asset' ? [id] : []));
  expect([query, found.sort()]).toEqual([
    query,
    rows.map(({ assetid }: { assetid: number }) => assetid).sort(),
  ]);
  return rows.map(({ assetnumber }: { assetnumber: string }) => assetnumber).sort();
}
