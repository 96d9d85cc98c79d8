import type { RegisterDescriptor } from '../../kit/resource/descriptor.ts';
import type { ListState } from './list-state.ts';

/** What every part of the bar above a list is given. */
export interface ListToolbarProps {
  register: RegisterDescriptor;
  state: ListState;
  onState: (patch: Partial<ListState>) => void;
  columns: string[];
  onColumns: (columns: string[]) => void;
  compact: boolean;
  onCompact: (compact: boolean) => void;
}
