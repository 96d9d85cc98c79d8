import { CloseButton } from '@mantine/core';
import { readUnfinishedTerm } from '../../kit/search/unfinished-term.ts';
import { useTypedText } from '../parts/use-typed-text.ts';
import { SearchLanguageBox } from './search-language-box.tsx';

const SEARCH_PAUSE_MS = 250;

interface ListSearchProps {
  /** The name of the register. */
  list: string;
  /** The title of the list, for the label. */
  title: string;
  placeholder: string;
  search: string;
  onSearch: (search: string) => void;
}

/** Reports whether a text ends with a key that has no value yet, such as `status:`. */
function isWithoutValue(typed: string): boolean {
  const { key, text } = readUnfinishedTerm(typed);
  return key !== undefined && text === '' && !typed.endsWith('"');
}

/**
 * Searches a list after a pause in typing, or at once with Enter. While a key has no value yet, the list stays
 * as it is.
 */
export function ListSearch({ list, title, placeholder, search, onSearch }: ListSearchProps) {
  const searchTyped = (typed: string) => {
    if (!isWithoutValue(typed)) onSearch(typed);
  };
  const { text, type, flush } = useTypedText(search, searchTyped, SEARCH_PAUSE_MS);
  const searchNow = (typed: string) => {
    type(typed);
    flush();
  };
  return (
    <SearchLanguageBox
      list={list}
      className="mw-toolbar-search"
      label={`Search in ${title}`}
      placeholder={placeholder}
      rightSection={text && <CloseButton size="sm" aria-label="Clear search" onClick={() => searchNow('')} />}
      value={text}
      onChange={type}
      onEnter={() => (isWithoutValue(text) ? onSearch(text.trim()) : searchNow(text))}
    />
  );
}
