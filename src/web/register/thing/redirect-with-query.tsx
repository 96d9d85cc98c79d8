import { useEffect } from 'react';
import { useNavigateTo } from '../../parts/app-link.tsx';
import { PageSkeleton } from '../../parts/skeletons.tsx';

/** Goes on to where the thing is, and takes what else stands in the address along. */
export function RedirectWithQuery({ path }: { path: string }) {
  const go = useNavigateTo();
  useEffect(() => go(path + window.location.search, { replace: true }), [go, path]);
  return <PageSkeleton />;
}
