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
  ['Catalog', 'list-details'],
  ['Admin', 'settings'],
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
    children: nestFamilies(pages.filter(({ group }) => group === title)),
  }));
  return [DASHBOARD, ...groups.filter(({ children }) => children.length > 0)];
}

/** Nests the pages of each family below one node, at the position of its first page. */
function nestFamilies(pages: NavigationEntry[]): NavigationNode[] {
  const families = Map.groupBy(pages, ({ family, path }) => family ?? path);
  return [...families.values()].map((family) => {
    const [first] = family.map(toNode);
    if (family.length === 1) return first!;
    return { title: family[0]!.family!, icon: first!.icon, children: family.map(toNode) };
  });
}

const toNode = ({ title, icon, path, area, isIndex, words, shortcut }: NavigationEntry): NavigationNode => ({
  title,
  icon,
  path,
  area,
  isindex: isIndex,
  words,
  shortcut,
});
