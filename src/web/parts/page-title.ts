import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { brandingQuery } from '../api/queries.ts';

/** Sets the title of the window to the page and the name of the plant. Undefined leaves it unchanged. */
export function usePageTitle(title: string | undefined): void {
  const plant = useQuery(brandingQuery).data?.site_name || 'Millwright';
  useEffect(() => {
    if (title !== undefined) document.title = `${title} · ${plant}`;
  }, [title, plant]);
}
