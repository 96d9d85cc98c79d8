import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { get } from '../../../src/web/api/client.ts';
import type { RegisterRecord } from '../../../src/web/api/types.ts';
import { ErrorView } from '../../../src/web/parts/error-view.tsx';
import { PageSkeleton } from '../../../src/web/parts/skeletons.tsx';
import { RedirectWithQuery } from '../../../src/web/register/thing/redirect-with-query.tsx';
import { PersonNotFound } from './person-not-found.tsx';

/** Redirects from the ID of an entry to the page of its SSO. The search and the audit log link by ID. */
export function RecordPage() {
  const { employeeid = '' } = useParams({ strict: false }) as { employeeid?: string };
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['employees', 'record', employeeid],
    queryFn: () => get<RegisterRecord[]>('/employees/directory', { employeeid }),
  });
  if (isPending) return <PageSkeleton />;
  if (!data) return <ErrorView error={error} retry={refetch} />;
  const sso = data[0]?.sso;
  return typeof sso === 'string' ? (
    <RedirectWithQuery path={`/employees/directory/${sso}`} />
  ) : (
    <PersonNotFound />
  );
}
