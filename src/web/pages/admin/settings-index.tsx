import { useEffect, useRef } from 'react';
import { AppLink } from '../../parts/app-link.tsx';
import { scrollToCenter } from '../../parts/scroll-to-center.ts';
import { categoryTitle } from './setting-categories.ts';

/** Returns the page of a category of settings. */
export const categoryPath = (category: string): string => `/admin/settings/${category}`;

interface SettingsIndexProps {
  categories: readonly string[];
  /** The category of the page; undefined while a search shows settings of several. */
  current: string | undefined;
  onOpen: () => void;
}

/** Links to the pages of the settings and marks the open one. */
export function SettingsIndex({ categories, current, onOpen }: SettingsIndexProps) {
  const index = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when another category is current
  useEffect(() => {
    const link = index.current?.querySelector<HTMLElement>('[aria-current]');
    if (index.current && link) scrollToCenter(index.current, link);
  }, [current]);
  return (
    <nav ref={index} className="mw-settings-index" aria-label="Categories">
      {categories.map((category) => (
        <AppLink
          key={category}
          to={categoryPath(category)}
          aria-current={category === current ? 'page' : undefined}
          onClick={onOpen}
        >
          {categoryTitle(category)}
        </AppLink>
      ))}
    </nav>
  );
}
