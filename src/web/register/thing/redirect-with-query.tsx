import { useEffect } from 'react';
import { useNavigateTo } from '../../parts/app-link.tsx';
import { PageSkeleton } from '../../parts/skeletons.tsx';

/** Redirects to another path and keeps the query. Replaces the entry in the browser history. */
export function RedirectWithQuery({ path }: { path: string }) {
  const go = useNavigateTo();
  useEffect(() => go(path + window.location.search, { replace: true }), [go, path]);
  return <PageSkeleton />;
}
