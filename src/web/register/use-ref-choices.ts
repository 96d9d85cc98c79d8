import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { get } from '../api/client.ts';
import type { RegisterRecord } from '../api/types.ts';
import { useHeldWhilePressed } from '../parts/use-held-while-pressed.ts';
import { filterRefRecords, MAP_LEVELS, type RefSource, toRefRecords } from './ref-options.ts';

/** The records to choose from. */
interface RefChoices {
  records: RegisterRecord[];
  isFetching: boolean;
  /** Properties of the list of options, so that none moves under a pressed pointer. */
  scrollAreaProps: { onPointerDown: () => void };
}

/** The maximum number of records of one request. */
const MAX_RECORDS = 50;

/**
 * Loads the records to choose from: first those whose own name has the words of the text, then others that the
 * search finds, such as the locations within one of that name. Loads nothing unless `enabled`.
 */
export function useRefChoices(source: RefSource, text: string, enabled: boolean): RefChoices {
  const names = toNameSearch(source, text);
  const { data = [], isFetching } = useQuery({
    queryKey: ['options', source.path, text, names],
    queryFn: async ({ signal }) => {
      const load = (search: string) =>
        get<RegisterRecord[]>(source.path, { search: search || undefined, per_page: MAX_RECORDS }, signal);
      return (await Promise.all([...(names === '' ? [] : [load(names)]), load(text)])).flat();
    },
    placeholderData: keepPreviousData,
    enabled,
  });
  const all = toRefRecords(source, data);
  const unique = [...new Map(all.map((record) => [record[source.idfield], record])).values()];
  const [records, onPointerDown] = useHeldWhilePressed(filterRefRecords(source, unique, text));
  return { records, isFetching, scrollAreaProps: { onPointerDown } };
}

/** Returns the search for the words in the name of a record; '' when the text is more than plain words. */
function toNameSearch({ path, labelfield }: RefSource, text: string): string {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const isPlain = path !== MAP_LEVELS && words.every((word) => !/^-|[":|]/.test(word));
  return isPlain ? words.map((word) => `${labelfield}:${word}`).join(' ') : '';
}
