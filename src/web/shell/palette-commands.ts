import { useMantineColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { toSentenceForm } from '../../kit/sentence-form.ts';
import { useMe, useRegisters } from '../api/queries.ts';
import { useNavigateTo } from '../parts/app-link.tsx';
import { isNamed } from './is-named.ts';
import { usePages } from './named-pages.ts';
import { openOverlay } from './overlay-state.ts';
import type { PaletteCommand } from './palette-command.ts';
import { useListCommands, useListsOfHit } from './palette-lists.ts';
import { kindIcon, searchQuery } from './search-hits.ts';
import { signOut } from './sign-out.ts';
import { sortByTitle } from './sort-by-title.ts';

const MAX_COMMANDS = 12;

/**
 * Returns the commands of the palette for `text`: at most 12 pages, actions and lists, then at most 12 records.
 * `debouncedText` is the same text after a debounce, for the request to the server.
 */
export function usePaletteCommands(text: string, debouncedText: string): PaletteCommand[] {
  const pages = usePageCommands();
  const actions = useActionCommands();
  const go = useNavigateTo();
  const { data: hits = [] } = useQuery(searchQuery(debouncedText));
  const lists = useListCommands();
  const listsOf = useListsOfHit();
  const named = [...pages, ...actions].filter((command) => isNamed(command, text));
  if (!text.trim()) return named.slice(0, MAX_COMMANDS);
  const found = hits.flatMap((hit, index) => [
    {
      key: `${hit.kind}-${hit.id}`,
      group: 'Record',
      title: [hit.title, hit.subtitle].filter(Boolean).join(' · '),
      icon: kindIcon(hit.kind),
      run: () => go(hit.url),
    },
    ...(index === 0 ? listsOf(hit) : []),
  ]);
  const everything: PaletteCommand = {
    key: 'search',
    group: 'Search',
    title: `Search everything for “${text.trim()}”`,
    icon: 'search',
    run: () => go(`/search?q=${encodeURIComponent(text.trim())}`),
  };
  return [
    ...[...sortByTitle(named, text), ...lists.filter((command) => isNamed(command, text))].slice(
      0,
      MAX_COMMANDS,
    ),
    ...found.slice(0, MAX_COMMANDS),
    everything,
  ];
}

function usePageCommands(): PaletteCommand[] {
  const go = useNavigateTo();
  return usePages().map((leaf) => ({
    key: `page-${leaf.path}`,
    group: 'Page',
    title: leaf.title,
    words: leaf.words,
    icon: leaf.icon,
    run: () => go(leaf.path),
  }));
}

function useActionCommands(): PaletteCommand[] {
  const go = useNavigateTo();
  const me = useMe();
  const registers = useRegisters();
  const pages = usePages();
  const { setColorScheme } = useMantineColorScheme();
  const action = (title: string, icon: string, run: () => void, words?: string): PaletteCommand => ({
    key: `action-${title}`,
    group: 'Action',
    title,
    words,
    icon,
    run,
  });
  const wordsOf = (path: string) => pages.find((page) => page.path === path)?.words ?? '';
  const leave = async () => {
    if (await signOut()) go('/login');
  };
  return [
    ...registers
      .filter((register) => register.can.create)
      .map(({ titleone, icon, path }) =>
        action(
          `New ${toSentenceForm(titleone)}`,
          icon,
          () => go(`${path}/new`),
          `add create ${wordsOf(path)}`,
        ),
      ),
    action('Light theme', 'settings', () => setColorScheme('light')),
    action('Dark theme', 'settings', () => setColorScheme('dark')),
    action('Help', 'info', () => go('/help')),
    action('Keyboard shortcuts', 'info', () => openOverlay('shortcuts')),
    ...(me
      ? [action('My account', 'user', () => go('/account')), action('Sign out', 'lock', () => void leave())]
      : [action('Sign in', 'key', () => go('/login'))]),
  ];
}
