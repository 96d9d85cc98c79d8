import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useState } from 'react';

/**
 * Holds the text of a search box. `onSearch` receives it without surrounding blanks after `pauseMs` without
 * typing, or at once with `flush`. The box follows `searched`, the text that was searched last.
 */
export function useTypedText(searched: string, onSearch: (search: string) => void, pauseMs: number) {
  const [text, setText] = useState(searched);
  const search = useDebouncedCallback((typed: string) => onSearch(typed.trim()), pauseMs);
  // A blank at the end stays, because the user may type another word.
  useEffect(() => setText((current) => (current.trim() === searched ? current : searched)), [searched]);
  const type = (typed: string) => {
    setText(typed);
    search(typed);
  };
  return { text, type, flush: () => search.flush() };
}
