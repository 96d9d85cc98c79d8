import { request } from '../../../../src/web/api/client.ts';
import type { RegisterRecord } from '../../../../src/web/api/types.ts';
import { type ListState, listQueryParams } from '../../../../src/web/register/list-state.ts';
import type { FleetRow } from '../labels.ts';

const PAGE = 100;

/** Returns the active PCs among these computers, with their policies, in the same order. */
export async function listSelectedPcs(records: readonly RegisterRecord[]): Promise<FleetRow[]> {
  const rows: FleetRow[] = [];
  for (let at = 0; at < records.length; at += PAGE) {
    const assetids = records.slice(at, at + PAGE).map(({ assetid }) => Number(assetid));
    const query = { assetids: assetids.join(), per_page: PAGE };
    const { data } = await request<FleetRow[]>('GET', '/endpoints', { query });
    const found = new Map(data.map((row) => [row.assetid, row]));
    rows.push(...assetids.flatMap((assetid) => found.get(assetid) ?? []));
  }
  return rows;
}

/** Returns every active PC that the list of computers would show, loaded page by page. */
export async function listMatchingPcs(state: ListState): Promise<FleetRow[]> {
  const records: RegisterRecord[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const query = { ...listQueryParams(state, false), page, per_page: PAGE };
    const answer = await request<RegisterRecord[]>('GET', '/computers', { query });
    records.push(...answer.data);
    pages = answer.pagination?.pages ?? 1;
  }
  return listSelectedPcs(records);
}
