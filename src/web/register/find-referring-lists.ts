import type { FilterDescriptor, RegisterDescriptor } from '../../kit/resource/descriptor.ts';

/**
 * Returns the lists that refer to a register. A filter of all assets is listed for the general register only,
 * not again for each type.
 */
export function findReferringLists(
  registers: readonly RegisterDescriptor[],
  register: RegisterDescriptor,
): { list: RegisterDescriptor; filter: FilterDescriptor }[] {
  const refers = (list: RegisterDescriptor): FilterDescriptor | undefined =>
    list.filters.find(({ ref }) => ref?.path === register.path);
  const all = registers.find(({ name }) => name === 'assets');
  const isListedForAll = (list: RegisterDescriptor, filter: FilterDescriptor) =>
    list.isasset && list.name !== 'assets' && all?.filters.some(({ name }) => name === filter.name);
  return registers.flatMap((list) => {
    const filter = refers(list);
    return filter && !isListedForAll(list, filter) ? [{ list, filter }] : [];
  });
}
