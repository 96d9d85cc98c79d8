import { useEffect } from 'react';
import { useNavigateTo } from '../../parts/app-link.tsx';
import { PageSkeleton } from '../../parts/skeletons.tsx';
import './import-styles.ts';

/** Redirects to the imports, because their page is not only for admins. */
export function AdminImports() {
  const go = useNavigateTo();
  useEffect(() => go('/imports', { replace: true }), [go]);
  return <PageSkeleton />;
}
