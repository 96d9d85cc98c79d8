import { IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { NavigationNode } from '../../kit/resource/descriptor.ts';
import { navigationQuery } from '../api/queries.ts';
import { AppLink } from '../parts/app-link.tsx';
import { RegisterIcon } from '../parts/register-icon.tsx';
import { SkeletonRows } from '../parts/skeletons.tsx';
import { useStoredState } from '../parts/use-stored-state.ts';

/** Returns all entries of the tree that have a path. */
export function listNavigationLeaves(nodes: NavigationNode[]): (NavigationNode & { path: string })[] {
  return nodes.flatMap((node) => [
    ...(node.path ? [{ ...node, path: node.path }] : []),
    ...listNavigationLeaves(node.children ?? []),
  ]);
}

/**
 * Returns the path of the current entry: the longest one that is the path of the URL or a parent of it.
 * Returns undefined without one. The path `/` is only its own.
 */
export function currentPath(nodes: NavigationNode[], pathname: string): string | undefined {
  return listNavigationLeaves(nodes)
    .map((leaf) => leaf.path)
    .filter((path) =>
      path === '/' ? pathname === '/' : pathname === path || pathname.startsWith(`${path}/`),
    )
    .sort((a, b) => b.length - a.length)[0];
}

/** Shows the navigation tree of the server. The browser stores which groups are closed. */
export function Navigation() {
  const { data, isPending } = useQuery(navigationQuery);
  const { pathname } = useLocation();
  const [closed, setClosed] = useStoredState<string[]>('navigation.closed', []);
  if (isPending) return <SkeletonRows rows={9} />;
  const current = currentPath(data ?? [], pathname);
  const toggle = (title: string) =>
    setClosed(closed.includes(title) ? closed.filter((other) => other !== title) : [...closed, title]);
  return (
    <ul className="mw-nav">
      {(data ?? []).map((node) => (
        <li key={node.title}>
          {node.children?.length ? (
            <NavigationGroup
              node={node}
              current={current}
              closed={closed.includes(node.title)}
              onToggle={toggle}
            />
          ) : (
            <NavigationLeaf node={node} current={current} />
          )}
        </li>
      ))}
    </ul>
  );
}

interface GroupProps {
  node: NavigationNode;
  current: string | undefined;
  closed: boolean;
  onToggle: (title: string) => void;
}

function NavigationGroup({ node, current, closed, onToggle }: GroupProps) {
  return (
    <>
      <button
        type="button"
        className="mw-nav-group"
        aria-expanded={!closed}
        onClick={() => onToggle(node.title)}
      >
        <span>{node.title}</span>
        <IconChevronRight size={14} aria-hidden />
      </button>
      {!closed && (
        <ul>
          {node.path && (
            <NavigationLeaf node={{ ...node, title: `All ${node.title.toLowerCase()}` }} current={current} />
          )}
          {node.children?.map((child) => (
            <li key={child.path ?? child.title}>
              <NavigationLeaf node={child} current={current} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function NavigationLeaf({ node, current }: { node: NavigationNode; current: string | undefined }) {
  const here = useRef<HTMLAnchorElement>(null);
  const isCurrent = node.path === current;
  // Scrolls to the current entry, because the tree is longer than many screens.
  useEffect(() => {
    if (isCurrent) here.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  return (
    <AppLink
      ref={here}
      to={node.path ?? '/'}
      className="mw-nav-leaf"
      aria-current={isCurrent ? 'page' : undefined}
    >
      <RegisterIcon name={node.icon} />
      <span>{node.title}</span>
    </AppLink>
  );
}
