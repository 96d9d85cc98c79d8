import { useLocation } from '@tanstack/react-router';
import { useNavigateTo } from './app-link.tsx';
import { useTypedText } from './use-typed-text.ts';

const PAUSE_MS = 200;

/**
 * Keeps the text of a search box and `?q=` of the page at `path` equal. The URL follows a pause in typing and
 * loses all other parameters. The box follows a link to another search.
 */
export function useSearchText(path: string) {
  const go = useNavigateTo();
  const q = (useLocation().search as Record<string, string>).q ?? '';
  const search = (typed: string) => go(`${path}?q=${encodeURIComponent(typed)}`, { replace: true });
  const { text, type } = useTypedText(q, search, PAUSE_MS);
  return { q, text, setText: type };
}
