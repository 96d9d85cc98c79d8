import { useEffect } from 'react';
import { useGo } from '../parts/app-link.tsx';
import { GLOBAL_SEARCH_ID } from './global-search.tsx';
import { openOverlay } from './overlay-state.ts';

const SEQUENCE_MS = 1200;
const GO: Record<string, string> = {
  d: '/',
  a: '/assets',
  c: '/computers',
  m: '/machines',
  p: '/printers',
  s: '/search',
};

/** What the help shows; the same keys as below. */
export const SHORTCUT_HELP: [string[], string][] = [
  [['/'], 'Search everything, or scan a label'],
  [['Ctrl', 'K'], 'Command palette'],
  [['g', 'd'], 'Dashboard'],
  [['g', 'a'], 'All assets'],
  [['g', 'c'], 'Computers'],
  [['g', 'm'], 'Machines'],
  [['g', 'p'], 'Printers'],
  [['Ctrl', 'Enter'], 'Save a form'],
  [['Esc'], 'Close what is open'],
  [['?'], 'This help'],
];

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName);
}

/** Keys that work on every framed page, unless a person is typing. */
export function useGlobalShortcuts(): void {
  const go = useGo();
  useEffect(() => {
    let leader = 0;
    const onKey = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        openOverlay('palette');
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (document.querySelector('[role="dialog"]')) return;
      const target = Date.now() - leader < SEQUENCE_MS ? GO[event.key] : undefined;
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
