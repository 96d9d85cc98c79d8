import { useMantineColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { navigationQuery, useMe, useRegisters } from '../api/queries.ts';
import { useNavigateTo } from '../parts/app-link.tsx';
import { toSentenceForm } from '../register/plural.ts';
import { listNavigationLeaves } from './navigation.tsx';
import { openOverlay } from './overlay-state.ts';
import type { PaletteCommand } from './palette-command.ts';
import { useListCommands, useListsOfHit } from './palette-lists.ts';
import { kindIcon, searchQuery } from './search-hits.ts';
import { signOut } from './sign-out.ts';

const MAX_COMMANDS = 12;

function matches(title: string, text: string): boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return words.every((word) => title.toLowerCase().includes(word));
}

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
      group: hit.kind,
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
    ...[...named, ...lists.filter((command) => isNamed(command, text))].slice(0, MAX_COMMANDS),
    ...found.slice(0, MAX_COMMANDS),
    everything,
  ];
}

const isNamed = ({ title, words = '' }: Pick<PaletteCommand, 'title' | 'words'>, text: string): boolean =>
  matches(`${title} ${words}`, text);

/** Returns the pages of the menu whose titles or search words contain each word of the text; none for a blank text. */
export function usePagesNamed(text: string): ReturnType<typeof listNavigationLeaves> {
  const pages = usePages();
  return text.trim() ? pages.filter((page) => isNamed(page, text)) : [];
}

const usePages = () => listNavigationLeaves(useQuery(navigationQuery).data ?? []);

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
  const { setColorScheme } = useMantineColorScheme();
  const action = (title: string, icon: string, run: () => void): PaletteCommand => ({
    key: `action-${title}`,
    group: 'Action',
    title,
    icon,
    run,
  });
  const leave = async () => {
    await signOut();
    go('/login');
  };
  return [
    ...registers
      .filter((register) => register.can.create)
      .map((register) =>
        action(`New ${toSentenceForm(register.titleone)}`, register.icon, () => go(`${register.path}/new`)),
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
