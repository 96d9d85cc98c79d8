import type { RowSelectionState } from '@tanstack/react-table';
import type { RegisterDescriptor } from '../../kit/resource/descriptor.ts';
import type { RegisterRecord } from '../api/types.ts';
import type { ListColumn } from './columns/list-column.ts';
import type { ListState } from './list-state.ts';

/** Properties of the table of a list. */
export interface ListTableProps {
  register: RegisterDescriptor;
  rows: RegisterRecord[];
  columns: readonly ListColumn[];
  onColumns: (columns: readonly ListColumn[]) => void;
  compact: boolean;
  state: ListState;
  onState: (patch: Partial<ListState>) => void;
  selectable: boolean;
  selection: RowSelectionState;
  onSelection: (selection: RowSelectionState) => void;
  /** Opens a record in the panel. Without it a row leads to its page. */
  onOpen?: (id: string) => void;
  /** Prefetches data when the pointer is over a row. Defaults to the record. */
  fetchAhead?: (id: string) => void;
}
