import { CloseButton } from '@mantine/core';
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

/** The end of a text whose last key has no value yet, such as `status:` or `cost>`. */
const WITHOUT_VALUE = /(?:^|\s)-?[^\s":|<>]+(?::?[<>]=?|:)$/;

const isWithoutValue = (typed: string): boolean => WITHOUT_VALUE.test(typed);

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
