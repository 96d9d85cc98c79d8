import type { GroupOfList } from '../../../features/dashboard/list-groups.ts';
import { isDay } from '../../../kit/date-format.ts';
import type { RegisterDescriptor } from '../../../kit/resource/descriptor.ts';
import { calendarDate } from '../../parts/time.tsx';
import { useGrowingList } from '../growing-list.tsx';
import { type ListState, listQueryParams } from '../list-state.ts';

/** Loads the values of a field among the rows of a list with their number of rows, the most frequent first. */
export function useGroups(register: RegisterDescriptor, state: ListState, field: string) {
  const { sort: _sort, dir: _dir, ...filters } = listQueryParams(state, false);
  const asked = { ...filters, field };
  return useGrowingList<GroupOfList>(
    ['list', register.path, 'groups', asked],
    `/registers/${register.name}/groups`,
    'More groups',
    asked,
  );
}

/** Returns the name of a group for people. */
export function describeGroup({ value, title }: GroupOfList): string {
  if (title === null) return 'No value';
  return typeof value === 'string' && isDay(value) ? calendarDate(value) : title;
}
