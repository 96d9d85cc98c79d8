import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { SearchHit } from '../../features/search/index.ts';
import { get } from '../api/client.ts';

/** Returns the query for the hits of a text. A blank text sends no request. */
export function searchQuery(text: string) {
  const q = text.trim();
  return queryOptions({
    queryKey: ['search', q],
    queryFn: ({ signal }) => get<SearchHit[]>('/search', { q }, signal),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
}

/**
 * Returns the second line of a hit: its subtitle, and the field by which it was found unless title or subtitle
 * show that already. Without both, the line is the kind of the hit.
 */
export function subtitleOf({ kind, title, subtitle, matched }: SearchHit): string {
  const isShown = !matched || matched.text === title || subtitle.includes(matched.text);
  const found = isShown ? '' : `${matched.title}: ${shorten(matched.text)}`;
  return [subtitle, found].filter(Boolean).join(' · ') || kind;
}

const MAX_SHOWN_LENGTH = 80;

const shorten = (text: string): string =>
  text.length <= MAX_SHOWN_LENGTH ? text : `${text.slice(0, MAX_SHOWN_LENGTH).trimEnd()}…`;

const KIND_ICONS: Record<string, string> = {
  application: 'apps',
  employee: 'user',
  knowledgebase: 'book',
  article: 'book',
  communication: 'network',
  asset: 'box',
  machine: 'machine',
  network: 'router',
  networkdevice: 'router',
  measuringtool: 'ruler',
  location: 'map-pin',
  vendor: 'building-factory-2',
  businessunit: 'building',
  model: 'versions',
  printedpart: 'cube',
  warranty: 'shield-check',
  operatingsystem: 'brand-windows',
  supportteam: 'headset',
  subnet: 'stack-2',
  script: 'file-text',
  policy: 'shield-check',
  enforcescope: 'checkup-list',
  notification: 'bell',
  page: 'list',
};

/**
 * Returns the icon name for the kind of a hit. An unknown kind is its own name, in lower case and singular.
 */
export function kindIcon(kind: string): string {
  const word = kind.toLowerCase().replace(/[^a-z]/g, '');
  return KIND_ICONS[word] ?? KIND_ICONS[word.replace(/s$/, '')] ?? word.replace(/s$/, '');
}
