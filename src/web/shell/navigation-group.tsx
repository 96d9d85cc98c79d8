import { IconChevronRight } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { NavigationNode } from '../../kit/resource/descriptor.ts';
import { AppLink } from '../parts/app-link.tsx';
import { RegisterIcon } from '../parts/register-icon.tsx';

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
      {isOpen && (
        <ul>
          {node.children?.map((child) => (
            <li key={child.title}>
              <NavigationLink node={child} current={current} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Links to a page, or to the first page of a family. The link is marked on each page of the family. */
export function NavigationLink({ node, current }: Pick<NavigationGroupProps, 'node' | 'current'>) {
  const link = useRef<HTMLAnchorElement>(null);
  const paths = (node.children ?? [node]).map(({ path }) => path);
  const isCurrent = current !== undefined && paths.includes(current);
  // Scrolls to the current entry, because the open groups may be longer than the screen.
  useEffect(() => {
    if (isCurrent) link.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  return (
    <AppLink
      ref={link}
      to={paths[0] ?? '/'}
      className="mw-nav-leaf"
      aria-current={isCurrent ? 'page' : undefined}
    >
      <RegisterIcon name={node.icon} />
      <span>{node.title}</span>
    </AppLink>
  );
}
