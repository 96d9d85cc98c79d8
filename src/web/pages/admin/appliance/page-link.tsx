import { useQuery } from '@tanstack/react-query';
import type { NavigationNode } from '../../../../kit/resource/descriptor.ts';
import { navigationQuery } from '../../../api/queries.ts';
import { AppLink } from '../../../parts/app-link.tsx';

/**
 * Links to a page that may belong to a plugin. Shows nothing when the navigation of the user does not contain
 * it.
 */
export function PageLink({ to, title }: { to: string; title: string }) {
  const { data } = useQuery(navigationQuery);
  return data && leadsTo(data, to) ? <AppLink to={to}>{title}</AppLink> : null;
}

const leadsTo = (nodes: readonly NavigationNode[], path: string): boolean =>
  nodes.some((node) => node.path === path || leadsTo(node.children ?? [], path));
