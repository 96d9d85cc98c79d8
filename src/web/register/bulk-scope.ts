import type { FieldPreview } from '../../features/catalog/bulk-preview.ts';
import type { RegisterDescriptor } from '../../kit/resource/descriptor.ts';
import { errorMessage } from '../api/api-error.ts';
import { request } from '../api/client.ts';
import type { RegisterRecord } from '../api/types.ts';
import type { BulkChanges } from './bulk-fields.ts';
import { type ListState, listQueryParams } from './list-state.ts';
import { recordId, recordLabel } from './resolve.ts';

type Filter = Record<string, string | number>;

/** Target of a bulk change: assets by ID, or all assets that a list contains on all its pages. */
export type BulkTarget = { ids: number[] } | { list: RegisterDescriptor; filter: Filter };

/** Returns the target for records of assets, by their `assetid`. */
export function toRecordsTarget(records: RegisterRecord[]): BulkTarget {
  return { ids: records.map((record) => Number(record.assetid)) };
}

/**
 * Returns the target for all assets that the list contains on all its pages, in its current search and
 * filters.
 */
export function toListTarget(list: RegisterDescriptor, state: ListState): BulkTarget {
  const { sort: _sort, dir: _dir, ...filter } = listQueryParams(state, false);
  const set = Object.entries(filter).filter(
    (entry): entry is [string, string | number] => entry[1] !== undefined,
  );
  return { list, filter: Object.fromEntries(set) };
}

/** The assets of a bulk change as the route expects them. */
export type ResolvedTarget = { ids: number[] } | { filter: Filter };

/** Largest page size that a list route accepts. */
const PAGE = 100;

/**
 * Returns the target in the form of `PATCH /assets/bulk`. The route supports only the filters of the general
 * asset register. For other registers it returns the IDs.
 */
export async function resolveTarget(target: BulkTarget): Promise<ResolvedTarget> {
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

/** Maximum number of assets that the bulk route accepts, because the whole change is one undo. */
export const MAX_BULK_RECORDS = 10_000;

export interface BulkAnswer {
  matched: number;
  changed: number;
  /** The values before and after by field, in a dry run. */
  fields?: FieldPreview[];
}

/** A bulk change: its assets, the register of their type, and whether to only preview it. */
type BulkRequest = ResolvedTarget & Partial<BulkChanges> & { register?: string; dryrun: boolean };

/** Changes fields of all selected assets in one request, or previews that in a dry run. */
export const changeAssets = (body: BulkRequest) => request<BulkAnswer>('PATCH', '/assets/bulk', { body });

/**
 * Deletes the records one after the other and continues after a rejection. `onProgress` gets the number of
 * records handled so far, rejected ones included. If any was rejected, throws an Error with the number of
 * deleted records and the first three rejections.
 */
export async function deleteRecords(
  register: RegisterDescriptor,
  records: RegisterRecord[],
  onProgress: (done: number) => void,
): Promise<void> {
  const refused: string[] = [];
  for (const [index, record] of records.entries()) {
    try {
      await request('DELETE', `${register.path}/${recordId(register, record)}`);
    } catch (error) {
      refused.push(`${recordLabel(register, record)}: ${errorMessage(error)}`);
    }
    onProgress(index + 1);
  }
  if (refused.length === 0) return;
  const done = records.length - refused.length;
  throw new Error(`${done} of ${records.length} deleted. ${refused.slice(0, 3).join(' ')}`);
}
