import { useQuery } from '@tanstack/react-query';
import type { NavigationNode } from '../../../../kit/resource/descriptor.ts';
import { navigationQuery } from '../../../api/queries.ts';
import { AppLink } from '../../../parts/app-link.tsx';

/** A link to a page that may be a plugin's: nothing while the plugin is off. */
export function PageLink({ to, title }: { to: string; title: string }) {
  const { data } = useQuery(navigationQuery);
  return data && leadsTo(data, to) ? <AppLink to={to}>{title}</AppLink> : null;
}

const leadsTo = (nodes: readonly NavigationNode[], path: string): boolean =>
  nodes.some((node) => node.path === path || leadsTo(node.children ?? [], path));
