import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { brandingQuery } from '../api/queries.ts';

/** Names the window: the page, and whose plant it is. Undefined leaves it as it is. */
export function usePageTitle(title: string | undefined): void {
  const plant = useQuery(brandingQuery).data?.site_name || 'Millwright';
  useEffect(() => {
    if (title !== undefined) document.title = `${title} · ${plant}`;
  }, [title, plant]);
}
