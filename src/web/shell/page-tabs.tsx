import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { NavigationNode } from '../../kit/resource/descriptor.ts';
import { navigationQuery } from '../api/queries.ts';
import { AppLink } from '../parts/app-link.tsx';
import { scrollToCenter } from '../parts/scroll-to-center.ts';
import { useMore } from './use-more.ts';

/** Reports whether a path belongs to a page. The sections of the settings have addresses of their own. */
const isPageOf = (path: string | undefined, pathname: string): boolean =>
  path === pathname.replace(/^(\/admin\/settings)\/.*/, '$1');

/**
 * Shows the pages of the family of the current page as tabs. In a family with an index, only some pages are
 * tabs, and the others link to the index instead. Records and other pages have neither.
 */
export function PageTabs() {
  const { data = [] } = useQuery(navigationQuery);
  const { pathname } = useLocation();
  const family = data
    .flatMap(({ children = [] }) => children)
    .find(({ children }) => children?.some(({ path }) => isPageOf(path, pathname)));
  const pages = family?.children ?? [];
  const index = pages.find(({ isindex }) => isindex);
  const tabs = index ? pages.filter(({ isindex, istab }) => isindex || istab) : pages;
  if (!family) return null;
  if (index && !tabs.some(({ path }) => isPageOf(path, pathname)))
    return (
      <nav className="mw-page-tabs" aria-label="Breadcrumb">
        <AppLink to={index.path!}>
          <IconArrowLeft size={14} aria-hidden /> {index.title}
        </AppLink>
      </nav>
    );
  return <TabLinks key={family.title} title={family.title} pages={tabs} pathname={pathname} />;
}

interface TabLinksProps {
  title: string;
  pages: NavigationNode[];
  pathname: string;
}

/** Shows the tabs. Those that nothing uses yet appear after a press on the last one, except the first tab. */
function TabLinks({ title, pages, pathname }: TabLinksProps) {
  const { shown, hasMore, isMore, toggle } = useMore(
    title,
    pages,
    (page) => page === pages[0] || !page.isunused || isPageOf(page.path, pathname),
  );
  const { bar, hidden, onScroll } = useHiddenSides();
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when another tab is current
  useEffect(() => {
    const tab = bar.current?.querySelector<HTMLElement>('[aria-current]');
    if (bar.current && tab) scrollToCenter(bar.current, tab);
  }, [pathname]);
  return (
    <nav className="mw-page-tabs" aria-label={`${title} pages`} data-hidden={hidden}>
      <ul ref={bar} onScroll={onScroll}>
        {shown.map((page) => (
          <li key={page.path}>
            <AppLink to={page.path!} aria-current={isPageOf(page.path, pathname) ? 'page' : undefined}>
              {page.title}
            </AppLink>
          </li>
        ))}
        {hasMore && (
          <li>
            <button
              type="button"
              className="mw-plain"
              aria-expanded={isMore}
              title="Pages that nothing uses yet"
              onClick={toggle}
            >
              {isMore ? 'Less' : 'More'}
            </button>
          </li>
        )}
      </ul>
    </nav>
  );
}

/** Returns on which sides a scrolled bar hides content: `left`, `right`, `both` or undefined. */
function useHiddenSides() {
  const bar = useRef<HTMLUListElement>(null);
  const [hidden, setHidden] = useState<'left' | 'right' | 'both'>();
  const onScroll = () => {
    if (!bar.current) return;
    const { scrollLeft, clientWidth, scrollWidth } = bar.current;
    const isLeft = scrollLeft > 1;
    const isRight = scrollLeft + clientWidth < scrollWidth - 1;
    setHidden(isLeft && isRight ? 'both' : isLeft ? 'left' : isRight ? 'right' : undefined);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the observer lives as long as the bar
  useEffect(() => {
    const observer = new ResizeObserver(onScroll);
    if (bar.current) observer.observe(bar.current);
    return () => observer.disconnect();
  }, []);
  return { bar, hidden, onScroll };
}
