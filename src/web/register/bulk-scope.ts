import type { RegisterDescriptor } from '../../kit/resource/descriptor.ts';
import { errorMessage } from '../api/api-error.ts';
import { request } from '../api/client.ts';
import type { RegisterRecord } from '../api/types.ts';
import { type ListState, listQueryParams } from './list-state.ts';
import { recordId, recordLabel } from './resolve.ts';

type Filter = Record<string, string | number>;

/** Assets that a bulk change is for: by their ids, or all that a list shows over its pages. */
export type BulkTarget = { ids: number[] } | { list: RegisterDescriptor; filter: Filter };

export function toRecordsTarget(records: RegisterRecord[]): BulkTarget {
  return { ids: records.map((record) => Number(record.assetid)) };
}

/** Everything that the list would show, over all its pages. */
export function toListTarget(list: RegisterDescriptor, state: ListState): BulkTarget {
  const { sort: _sort, dir: _dir, ...filter } = listQueryParams(state, false);
  const set = Object.entries(filter).filter(
    (entry): entry is [string, string | number] => entry[1] !== undefined,
  );
  return { list, filter: Object.fromEntries(set) };
}

/** The largest page that a list gives. */
const PAGE = 100;

/** As `PATCH /assets/bulk` names them. It knows the filters of the general register alone: of others it gets the ids. */
async function namedForRoute(target: BulkTarget): Promise<{ ids: number[] } | { filter: Filter }> {
  if ('ids' in target) return target;
  const { list, filter } = target;
  if (list.name === 'assets') return { filter };
  const ids = new Set<number>();
  for (let page = 1, pages = 1; page <= pages; page++) {
    const query = { ...filter, page, per_page: PAGE };
    const { data, pagination } = await request<RegisterRecord[]>('GET', list.path, { query });
    for (const { assetid } of data) ids.add(Number(assetid));
    pages = pagination?.pages ?? 1;
  }
  return { ids: [...ids] };
}

/** More than these the bulk route refuses: what it changes is one undo. */
export const MAX_BULK_RECORDS = 10_000;

export interface BulkAnswer {
  matched: number;
  changed: number;
}

export async function changeAssets(target: BulkTarget, changes: Record<string, unknown>) {
  return request<BulkAnswer>('PATCH', '/assets/bulk', {
    body: { ...(await namedForRoute(target)), changes },
  });
}

/** Deletes one by one, going on after a refusal. Throws how many were done and why the others were not. */
export async function deleteRecords(
  register: RegisterDescriptor,
  records: RegisterRecord[],
  tell: (done: number) => void,
): Promise<void> {
  const refused: string[] = [];
  for (const [index, record] of records.entries()) {
    try {
      await request('DELETE', `${register.path}/${recordId(register, record)}`);
    } catch (error) {
      refused.push(`${recordLabel(register, record)}: ${errorMessage(error)}`);
    }
    tell(index + 1);
  }
  if (refused.length === 0) return;
  const done = records.length - refused.length;
  throw new Error(`${done} of ${records.length} done. ${refused.slice(0, 3).join(' ')}`);
}
