import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { AppLink } from '../../parts/app-link.tsx';
import { scrollToCenter } from '../../parts/scroll-to-center.ts';
import { categoryTitle } from './setting-categories.ts';

/** Distance in pixels from the top of the window within which the current section begins. */
const READING_LINE_PX = 160;

/** Returns the ID of the section of a category, which is also its anchor in the address. */
export const sectionId = (category: string): string => `settings-${category}`;

/** Links to the sections of the settings and marks the one that the user is reading. */
export function SettingsIndex({ categories }: { categories: string[] }) {
  const { hash } = useLocation();
  const current = useCurrentSection(categories, hash);
  const index = useRef<HTMLElement>(null);
  // The page scrolls itself, because its sections are loaded after the router has scrolled.
  useEffect(() => scrollToSection(hash), [hash]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when another section is current
  useEffect(() => {
    const link = index.current?.querySelector<HTMLElement>('[aria-current]');
    if (index.current && link) scrollToCenter(index.current, link);
  }, [current]);
  return (
    <nav ref={index} className="mw-settings-index" aria-label="Categories">
      {categories.map((category) => (
        <AppLink
          key={category}
          to={`/admin/settings#${sectionId(category)}`}
          aria-current={category === current ? 'true' : undefined}
          onClick={() => scrollToSection(sectionId(category))}
        >
          {categoryTitle(category)}
        </AppLink>
      ))}
    </nav>
  );
}

function scrollToSection(id: string): void {
  if (id) document.getElementById(id)?.scrollIntoView({ block: 'start' });
}

/**
 * Returns the category whose section is at the top of the window. At the end of the page it is the one of the
 * address, if it is visible, because the last sections cannot reach the top.
 */
function useCurrentSection(categories: string[], hash: string): string | undefined {
  const [current, setCurrent] = useState<string>();
  const all = categories.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `all` represents the categories
  useEffect(() => {
    const update = () => setCurrent(findCurrent(categories, hash));
    update();
    window.addEventListener('scroll', update, { passive: true });
    window.addEventListener('resize', update);
    return () => {
      window.removeEventListener('scroll', update);
      window.removeEventListener('resize', update);
    };
  }, [all, hash]);
  return current;
}

function findCurrent(categories: string[], hash: string): string | undefined {
  const topOf = (category: string) =>
    document.getElementById(sectionId(category))?.getBoundingClientRect().top ?? 0;
  const passed = categories.filter((category) => topOf(category) <= READING_LINE_PX);
  if (window.innerHeight + window.scrollY < document.documentElement.scrollHeight - 2)
    return passed.at(-1) ?? categories[0];
  const visible = categories.filter((category) => topOf(category) >= 0);
  return visible.find((category) => sectionId(category) === hash) ?? categories.at(-1);
}
