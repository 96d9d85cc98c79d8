import { CloseButton } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
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

/** Searches a list after a pause in typing, or at once with Enter. */
export function ListSearch({ list, title, placeholder, search, onSearch }: ListSearchProps) {
  const [text, setText] = useState(search);
  const timer = useRef(0);
  // A blank at the end stays, because the user may type another word.
  useEffect(() => setText((current) => (current.trim() === search ? current : search)), [search]);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const type = (next: string, pause = SEARCH_PAUSE_MS) => {
    setText(next);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => onSearch(next.trim()), pause);
  };
  return (
    <SearchLanguageBox
      list={list}
      className="mw-toolbar-search"
      label={`Search in ${title}`}
      placeholder={placeholder}
      rightSection={text && <CloseButton size="sm" aria-label="Clear search" onClick={() => type('', 0)} />}
      value={text}
      onChange={type}
      onEnter={() => type(text, 0)}
    />
  );
}
