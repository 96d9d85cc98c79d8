import { useMemo } from 'react';
import type { RegisterDescriptor } from '../../../kit/resource/descriptor.ts';
import { useStoredState } from '../../parts/use-stored-state.ts';
import { listDefaultColumns } from '../list-columns.tsx';
import { type ListColumn, readListColumns, toStoredColumns } from './list-column.ts';

/** Returns the columns of a list and a function to change them. This browser stores them for each register. */
export function useListColumns(
  register: RegisterDescriptor,
): [ListColumn[], (columns: readonly ListColumn[]) => void] {
  const [stored, onStored] = useStoredState<unknown>(`columns.${register.name}`, null);
  const columns = useMemo(
    () => (stored === null ? listDefaultColumns(register) : readListColumns(stored, register.labelfield)),
    [register, stored],
  );
  return [columns, (next) => onStored(toStoredColumns(next))];
}
