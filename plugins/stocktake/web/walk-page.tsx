import './stocktake-styles.ts';
import { Button } from '@mantine/core';
import { IconScan } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { get } from '../../../src/web/api/client.ts';
import { useMe } from '../../../src/web/api/queries.ts';
import { AppLink } from '../../../src/web/parts/app-link.tsx';
import { ErrorView } from '../../../src/web/parts/error-view.tsx';
import { PageHeader } from '../../../src/web/parts/page-header.tsx';
import { PageSkeleton } from '../../../src/web/parts/skeletons.tsx';
import { STOCKTAKE_STATES } from '../labels.ts';
import { formatCount, type Stocktake } from './data.ts';
import { ScanPanel } from './scan-panel.tsx';

/** Milliseconds between refreshes. Other users scan into the same stocktake. */
const REFRESH_MS = 10_000;

/** Shows the page of one stocktake: scanning while it is open, then the result. */
export function WalkPage() {
  const { stocktakeid: text = '' } = useParams({ strict: false }) as { stocktakeid?: string };
  const stocktakeid = Number(text);
  const me = useMe();
  const { data, error, refetch } = useQuery({
    queryKey: ['stocktake', stocktakeid, 'figures'],
    queryFn: () => get<Stocktake>(`/stocktakes/${stocktakeid}`),
    refetchInterval: ({ state }) => (state.data?.state === 'open' ? REFRESH_MS : false),
  });
  if (error && !data) return <ErrorView error={error} retry={refetch} />;
  if (!data || !me) return <PageSkeleton />;
  return (
    <div className="mw-page mw-stocktake">
      <PageHeader
        title={data.title}
        icon={<IconScan size={22} aria-hidden />}
        crumbs={[{ title: 'Stocktake', to: '/stocktake' }]}
        subtitle={`${formatCount(data.expected, 'asset')} expected${data.state === 'open' ? '' : ` · ${STOCKTAKE_STATES[data.state]}`}`}
      />
      <div className="mw-stocktake-counts" role="status" aria-label="So far">
        <Count n={data.found} title="found" tone="good" />
        {/* While the stocktake is open, the assets may still be seen. */}
        <Count n={data.missing} title="missing" tone={data.state === 'open' ? undefined : 'critical'} />
        <Count n={data.unexpected} title="unexpected" tone="warning" />
      </div>
      <ScanPanel key={stocktakeid} stocktake={data} user={me.username} />
      {data.state !== 'open' && <Over stocktake={data} />}
    </div>
  );
}

function Count({ n, title, tone }: { n: number; title: string; tone?: string }) {
  return (
    <div data-tone={n > 0 ? tone : undefined}>
      <b>{n.toLocaleString('en')}</b>
      <span>{title}</span>
    </div>
  );
}

function Over({ stocktake: { stocktakeid, state, unknown } }: { stocktake: Stocktake }) {
  return (
    <section className="mw-card mw-card-pad mw-stack" aria-label="Result">
      <p>
        {state === 'done'
          ? 'This stocktake is finished. It accepts no more scans.'
          : 'This stocktake was canceled. It changed nothing.'}
        {unknown > 0 && ` ${formatCount(unknown, 'code matches', 'codes match')} no asset.`}
      </p>
      <Button component={AppLink} size="md" to={`/reports/stocktake?stocktakeid=${stocktakeid}`}>
        Open report
      </Button>
      <Button component={AppLink} size="md" variant="default" to={`/stocktakes/${stocktakeid}?tab=items`}>
        All items
      </Button>
    </section>
  );
}
