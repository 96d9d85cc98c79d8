import { getTableName } from 'drizzle-orm';
import type { Actor } from '../../kit/actor.ts';
import type { NavigationEntry } from '../../kit/contributions.ts';
import type { Host } from '../../kit/host.ts';
import { isAuthorized, toRouteAccess } from '../../kit/http/access.ts';
import type { NavigationNode } from '../../kit/resource/descriptor.ts';

const GROUPS: [NavigationEntry['group'], string][] = [
  ['Assets', 'box'],
  ['Floor', 'map'],
  ['Fleet', 'devices'],
  ['Records', 'clipboard-list'],
  ['Admin', 'settings'],
  ['Account', 'user-circle'],
];

const DASHBOARD: NavigationNode = { title: 'Dashboard', icon: 'layout-dashboard', path: '/', shortcut: 'd' };

/** Returns the pages that the caller may open, in their order within a group. */
export const listOpenPages = (host: Host, actor: Actor): NavigationEntry[] =>
  host.contributions.navigation
    .filter((entry) => isAuthorized(actor, toRouteAccess(entry.needs)))
    .sort((a, b) => (a.order ?? 50) - (b.order ?? 50));

/** Returns the pages that the caller may open, in groups and families. Omits groups without pages. */
export function buildNavigation(host: Host, actor: Actor): NavigationNode[] {
  const pages = listOpenPages(host, actor);
  const groups = GROUPS.map(([title, icon]) => ({
    title,
    icon,
    isaccount: title === 'Account' ? (true as const) : undefined,
    children: nestFamilies(
      host,
      pages.filter(({ group }) => group === title),
    ),
  }));
  return [DASHBOARD, ...groups.filter(({ children }) => children.length > 0)];
}

/** Nests the pages of each family below one node, at the position of its first page. */
function nestFamilies(host: Host, pages: NavigationEntry[]): NavigationNode[] {
  const families = Map.groupBy(pages, ({ family, path }) => family ?? path);
  return [...families.values()].map((family) => {
    const nodes = family.map((page) => toNode(host, page));
    const [first, ...others] = nodes;
    if (others.length === 0) return first!;
    const isunused = nodes.every((node) => node.isunused) || undefined;
    return { title: family[0]!.family!, icon: first!.icon, isunused, children: [first!, ...others] };
  });
}

/** Reports whether a page is in use. The result is cached until one of its tables changes. */
const isUsed = (host: Host, { path, usedBy }: NavigationEntry): boolean =>
  usedBy === undefined ||
  host.db.remember(`page in use ${path}`, (reader) =>
    usedBy.some(
      (table) => reader.value<number>(`SELECT EXISTS (SELECT 1 FROM ${getTableName(table)})`) === 1,
    ),
  );

const toNode = (host: Host, entry: NavigationEntry): NavigationNode => ({
  title: entry.title,
  icon: entry.icon,
  path: entry.path,
  area: entry.area,
  isunused: isUsed(host, entry) ? undefined : true,
  isindex: entry.isIndex,
  istab: entry.isTab,
  words: entry.words,
  shortcut: entry.shortcut,
});
