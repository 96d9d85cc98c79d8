import { IconChevronRight, IconDots } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { NavigationNode } from '../../kit/resource/descriptor.ts';
import { AppLink } from '../parts/app-link.tsx';
import { RegisterIcon } from '../parts/register-icon.tsx';
import { useMore } from './use-more.ts';

interface NavigationGroupProps {
  node: NavigationNode;
  /** Path of the current page. */
  current: string | undefined;
  isOpen: boolean;
  onToggle: () => void;
}

/** Shows a group of the navigation: its title as a button, and its entries while it is open. */
export function NavigationGroup({ node, current, isOpen, onToggle }: NavigationGroupProps) {
  return (
    <>
      <button type="button" className="mw-nav-group" aria-expanded={isOpen} onClick={onToggle}>
        <span>{node.title}</span>
        <IconChevronRight size={14} aria-hidden />
      </button>
      {isOpen && <NavigationEntries title={node.title} entries={node.children ?? []} current={current} />}
    </>
  );
}

interface NavigationEntriesProps {
  title: string;
  entries: readonly NavigationNode[];
  current: string | undefined;
}

/** Shows the entries of a group. Those that nothing uses yet appear after a press on the last one. */
function NavigationEntries({ title, entries, current }: NavigationEntriesProps) {
  const { shown, hasMore, isMore, toggle } = useMore(
    title,
    entries,
    (entry) => !entry.isunused || isCurrentEntry(entry, current),
  );
  return (
    <ul>
      {shown.map((entry) => (
        <li key={entry.title}>
          <NavigationLink node={entry} current={current} />
        </li>
      ))}
      {hasMore && (
        <li>
          <button
            type="button"
            className="mw-nav-leaf mw-nav-more"
            aria-expanded={isMore}
            title="Pages that nothing uses yet"
            onClick={toggle}
          >
            <IconDots size={18} aria-hidden />
            <span>{isMore ? 'Less' : 'More'}</span>
          </button>
        </li>
      )}
    </ul>
  );
}

const isCurrentEntry = (node: NavigationNode, current: string | undefined): boolean =>
  current !== undefined && (node.children ?? [node]).some(({ path }) => path === current);

/** Links to a page, or to the first page of a family. The link is marked on each page of the family. */
export function NavigationLink({ node, current }: Pick<NavigationGroupProps, 'node' | 'current'>) {
  const link = useRef<HTMLAnchorElement>(null);
  const [first] = node.children ?? [node];
  const isCurrent = isCurrentEntry(node, current);
  // Scrolls to the current entry, because the open groups may be longer than the screen.
  useEffect(() => {
    if (isCurrent) link.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  return (
    <AppLink
      ref={link}
      to={first?.path ?? '/'}
      className="mw-nav-leaf"
      aria-current={isCurrent ? 'page' : undefined}
    >
      <RegisterIcon name={node.icon} />
      <span>{node.title}</span>
    </AppLink>
  );
}
