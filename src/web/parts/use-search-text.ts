import { useDebouncedCallback } from '@mantine/hooks';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useNavigateTo } from './app-link.tsx';

const PAUSE_MS = 200;

/**
 * Keeps the text of a search box and `?q=` of the page at `path` equal. The URL follows a pause in typing and
 * loses all other parameters. The box follows a link to another search.
 */
export function useSearchText(path: string) {
  const go = useNavigateTo();
  const q = (useLocation().search as Record<string, string>).q ?? '';
  const [text, setText] = useState(q);
  const search = useDebouncedCallback(
    (typed: string) => go(`${path}?q=${encodeURIComponent(typed)}`, { replace: true }),
    PAUSE_MS,
  );
  // A blank at the end stays, because the user may type another word.
  useEffect(() => setText((current) => (current.trim() === q ? current : q)), [q]);
  const change = (typed: string) => {
    setText(typed);
    search(typed.trim());
  };
  return { q, text, setText: change };
}
