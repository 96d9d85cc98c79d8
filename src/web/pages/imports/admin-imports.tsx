import { useEffect } from 'react';
import { useNavigateTo } from '../../parts/app-link.tsx';
import { PageSkeleton } from '../../parts/skeletons.tsx';

/** Leads to the imports, which are no page of admins alone. */
export function AdminImports() {
  const go = useNavigateTo();
  useEffect(() => go('/imports', { replace: true }), [go]);
  return <PageSkeleton />;
}
