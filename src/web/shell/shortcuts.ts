import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { navigationQuery } from '../api/queries.ts';
import { useNavigateTo } from '../parts/app-link.tsx';
import { GLOBAL_SEARCH_ID } from './global-search.tsx';
import { listNavigationLeaves } from './navigation.tsx';
import { keepTypedKey, openOverlay } from './overlay-state.ts';

/** The time after `g` in which a letter opens a page. */
export const SEQUENCE_MS = 1200;

/** A page that opens with `g` and then its letter. */
export interface PageShortcut {
  letter: string;
  title: string;
  path: string;
}

/** Returns the shortcuts of the pages that the user may open. */
export function usePageShortcuts(): PageShortcut[] {
  const { data = [] } = useQuery(navigationQuery);
  const pages = listNavigationLeaves(data).flatMap(({ shortcut, title, path }) =>
    shortcut ? [{ letter: shortcut, title, path }] : [],
  );
  return [...pages, { letter: 's', title: 'Search', path: '/search' }];
}

/** Reports whether keys pressed on this element are text or change its value. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement && target.type === 'checkbox') return false;
  return target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName);
}

/**
 * Handles the keyboard shortcuts on all pages that show the menu. All except Ctrl+K (Cmd+K) are ignored while
 * the user types or a dialog is open.
 */
export function useGlobalShortcuts(): void {
  const go = useNavigateTo();
  const pages = usePageShortcuts();
  const paths = useRef(pages);
  paths.current = pages;
  useEffect(() => {
    let leader = 0;
    const onKey = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        openOverlay('palette');
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (keepTypedKey(event.key)) {
        event.preventDefault();
        return;
      }
      if (isTyping(event.target)) return;
      if (document.querySelector('[role="dialog"]')) return;
      const isSecond = Date.now() - leader < SEQUENCE_MS;
      const target = isSecond ? paths.current.find(({ letter }) => letter === event.key)?.path : undefined;
      leader = event.key === 'g' ? Date.now() : 0;
      if (target) go(target);
      if (event.key === '?') openOverlay('shortcuts');
      if (event.key === '/') {
        event.preventDefault();
        document.getElementById(GLOBAL_SEARCH_ID)?.focus();
      }
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [go]);
}
