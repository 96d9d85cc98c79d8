import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { brandingQuery } from '../api/queries.ts';

/**
 * Sets the title of the window to that of the page and the name of the plant, or `Millwright` without a name.
 * Undefined leaves the title of the window unchanged.
 */
export function usePageTitle(title: string | undefined): void {
  const plant = useQuery(brandingQuery).data?.site_name || 'Millwright';
  useEffect(() => {
    if (title !== undefined) document.title = `${title} · ${plant}`;
  }, [title, plant]);
}
