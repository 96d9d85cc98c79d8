import { useQuery } from '@tanstack/react-query';
import { get, request } from '../../../../src/web/api/client.ts';
import { AppLink } from '../../../../src/web/parts/app-link.tsx';

/** Time between two checks for reports, in milliseconds. */
const CHECK_MS = 3000;

interface ReportedPc {
  computerid: number;
  hostname: string | null;
  assetnumber: string;
}

/** Shows live whether PCs have reported or wait for approval. */
export function FirstReport() {
  const { data: reported } = useQuery({
    queryKey: ['first-report'],
    queryFn: () =>
      request<ReportedPc[]>('GET', '/computers', {
        query: { per_page: 1, sort: 'createddate', dir: 'desc' },
      }),
    refetchInterval: CHECK_MS,
  });
  const { data: waiting } = useQuery({
    queryKey: ['first-request'],
    queryFn: () =>
      get<{ requests: { hostname: string }[] }>('/endpoints/enrollment', { state: 'pending', per_page: 1 }),
    refetchInterval: CHECK_MS,
  });
  const pc = reported?.data[0];
  const candidate = waiting?.requests[0];
  return (
    <div role="status" className="mw-stack" style={{ gap: 4 }}>
      {candidate && (
        <p>
          {candidate.hostname} waits for approval. <AppLink to="/endpoints/enrollment">Approve it</AppLink>
        </p>
      )}
      {pc ? (
        <p>
          <strong>First PC reported:</strong>{' '}
          <AppLink to={`/computers/${pc.computerid}`}>{pc.hostname ?? pc.assetnumber}</AppLink>
        </p>
      ) : (
        !candidate && <p className="mw-muted">No PC has reported yet. This page checks every few seconds.</p>
      )}
    </div>
  );
}
