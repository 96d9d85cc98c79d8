import type { RegisterDescriptor } from '../../kit/resource/descriptor.ts';
import type { ListColumn } from './columns/list-column.ts';
import type { ListState } from './list-state.ts';

/** Properties of every part of the toolbar above a list. */
export interface ListToolbarProps {
  register: RegisterDescriptor;
  state: ListState;
  onState: (patch: Partial<ListState>) => void;
  columns: readonly ListColumn[];
  onColumns: (columns: readonly ListColumn[]) => void;
  compact: boolean;
  onCompact: (compact: boolean) => void;
}
