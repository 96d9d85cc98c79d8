import type { RegisterDescriptor } from '../../kit/resource/descriptor.ts';
import { errorMessage } from '../api/api-error.ts';
import { request } from '../api/client.ts';
import type { RegisterRecord } from '../api/types.ts';
import { type ListState, listQueryParams } from './list-state.ts';
import { recordId, recordLabel } from './resolve.ts';

/** Assets that a bulk change is for, as `PATCH /assets/bulk` names them. */
export type BulkTarget = { ids: number[] } | { filter: Record<string, unknown> };

export function targetOfRecords(records: RegisterRecord[]): BulkTarget {
  return { ids: records.map((record) => Number(record.assetid)) };
}

/** Everything that the list would show, over all its pages. */
export function targetOfList(state: ListState): BulkTarget {
  const { sort: _sort, dir: _dir, ...filter } = listQueryParams(state, false);
  return { filter: Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)) };
}

/** Only the general register's filters are those of the bulk route. */
export function canTakeAll(register: RegisterDescriptor): boolean {
  return register.name === 'assets';
}

/** More than these the bulk route refuses: what it changes is one undo. */
export const BULK_MOST = 10_000;

export interface BulkAnswer {
  matched: number;
  changed: number;
}

export function changeAssets(target: BulkTarget, changes: Record<string, unknown>) {
  return request<BulkAnswer>('PATCH', '/assets/bulk', { body: { ...target, changes } });
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
