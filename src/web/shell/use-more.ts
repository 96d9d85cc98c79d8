import { useStoredState } from '../parts/use-stored-state.ts';

/**
 * Returns the entries of a list that are shown. Those that are not needed often appear after a press on a button,
 * whose state this browser stores under the title of the list. `hasMore` reports whether there are such entries.
 */
export function useMore<Entry>(
  title: string,
  entries: readonly Entry[],
  isNeeded: (entry: Entry) => boolean,
) {
  const [isMore, setMore] = useStoredState(`navigation.more.${title}`, false);
  const needed = entries.filter(isNeeded);
  return {
    shown: isMore ? entries : needed,
    hasMore: needed.length < entries.length,
    isMore,
    toggle: () => setMore(!isMore),
  };
}
