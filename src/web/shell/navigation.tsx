import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import type { NavigationNode } from '../../kit/resource/descriptor.ts';
import { navigationQuery } from '../api/queries.ts';
import { SkeletonRows } from '../parts/skeletons.tsx';
import { useStoredState } from '../parts/use-stored-state.ts';
import { NavigationGroup, NavigationLink } from './navigation-group.tsx';

/** Returns all pages of the tree. */
export function listNavigationLeaves(nodes: NavigationNode[]): (NavigationNode & { path: string })[] {
  return nodes.flatMap((node) => [
    ...(node.path ? [{ ...node, path: node.path }] : []),
    ...listNavigationLeaves(node.children ?? []),
  ]);
}

/**
 * Returns the path of the current page: the one whose own path or area is the longest part of the URL.
 * Returns undefined without one. The path `/` is only its own.
 */
export function currentPath(nodes: NavigationNode[], pathname: string): string | undefined {
  const isIn = (area: string) => pathname === area || (area !== '/' && pathname.startsWith(`${area}/`));
  return listNavigationLeaves(nodes)
    .flatMap(({ path, area }) => [path, area ?? path].map((part) => ({ path, part })))
    .filter(({ part }) => isIn(part))
    .sort((a, b) => b.part.length - a.part.length)[0]?.path;
}

/**
 * Shows the navigation tree of the server. Groups are closed, except the one of the current page and those
 * that the user opened. The browser stores the latter.
 */
export function Navigation() {
  const { data = [], isPending } = useQuery(navigationQuery);
  const { pathname } = useLocation();
  const current = currentPath(data, pathname);
  const here = data.find(({ children = [] }) =>
    listNavigationLeaves(children).some(({ path }) => path === current),
  )?.title;
  const { isOpen, toggle } = useOpenGroups(here);
  const shown = data.filter(({ isaccount }) => !isaccount);
  if (isPending) return <SkeletonRows rows={9} />;
  return (
    <ul className="mw-nav">
      {shown.map((node) => (
        <li key={node.title}>
          {node.children ? (
            <NavigationGroup
              node={node}
              current={current}
              isOpen={isOpen(node.title)}
              onToggle={() => toggle(node.title)}
            />
          ) : (
            <NavigationLink node={node} current={current} />
          )}
        </li>
      ))}
    </ul>
  );
}

/** Returns which groups are open. A current group that the user closes is closed until another one is current. */
function useOpenGroups(here: string | undefined) {
  const [opened, setOpened] = useStoredState<string[]>('navigation.opened', []);
  const [closedHere, setClosedHere] = useState<string>();
  if (closedHere !== undefined && closedHere !== here) setClosedHere(undefined);
  const isOpen = (title: string) => (title === here ? closedHere !== here : opened.includes(title));
  const toggle = (title: string) => {
    const willOpen = !isOpen(title);
    if (title === here) setClosedHere(willOpen ? undefined : title);
    const others = opened.filter((other) => other !== title);
    setOpened(willOpen ? [...others, title] : others);
  };
  return { isOpen, toggle };
}
