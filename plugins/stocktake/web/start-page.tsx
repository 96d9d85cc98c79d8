import './stocktake-styles.ts';
import { Button } from '@mantine/core';
import { IconPlus, IconScan } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { get } from '../../../src/web/api/client.ts';
import { AppLink } from '../../../src/web/parts/app-link.tsx';
import { EmptyState } from '../../../src/web/parts/empty-state.tsx';
import { ErrorView } from '../../../src/web/parts/error-view.tsx';
import { PageHeader } from '../../../src/web/parts/page-header.tsx';
import { PageSkeleton } from '../../../src/web/parts/skeletons.tsx';
import { StateBadge } from '../../../src/web/parts/state-badge.tsx';
import { RelativeTime } from '../../../src/web/parts/time.tsx';
import { STOCKTAKE_STATES } from '../labels.ts';
import { formatCount, type Stocktake } from './data.ts';
import { StartForm } from './start-form.tsx';

const LISTED_STOCKTAKES = 30;

/** Shows the page with open and past stocktakes, and the button to start one. */
export function StartPage() {
  const [starting, setStarting] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['stocktakes'],
    queryFn: () => get<Stocktake[]>('/stocktakes', { per_page: LISTED_STOCKTAKES }),
  });
  if (error && !data) return <ErrorView error={error} retry={refetch} />;
  if (!data) return <PageSkeleton />;
  const open = data.filter(({ state }) => state === 'open');
  const finished = data.filter(({ state }) => state !== 'open');
  return (
    <div className="mw-page mw-stocktake">
      <PageHeader
        title="Start stocktake"
        icon={<IconScan size={22} aria-hidden />}
        subtitle="Walk through a location with a phone, and compare what is there with the register."
        actions={
          !starting && (
            <Button
              size="md"
              leftSection={<IconPlus size={18} aria-hidden />}
              onClick={() => setStarting(true)}
            >
              Start
            </Button>
          )
        }
      />
      {starting && <StartForm onClose={() => setStarting(false)} />}
      {!starting && data.length === 0 && (
        <EmptyState icon={<IconScan size={32} />} title="No stocktakes yet">
          Start a stocktake at a location and scan the labels there. The result shows missing and unexpected
          assets.
        </EmptyState>
      )}
      {open.length > 0 && <Section title="Open" rows={open} />}
      {finished.length > 0 && <Section title="Done" rows={finished} />}
      {data.length === LISTED_STOCKTAKES && (
        <AppLink className="mw-stocktake-open" to="/stocktakes">
          All stocktakes
        </AppLink>
      )}
    </div>
  );
}

function Section({ title, rows }: { title: string; rows: readonly Stocktake[] }) {
  return (
    <section className="mw-card" aria-label={title} style={{ marginBottom: 16 }}>
      <header>
        <h2>{title}</h2>
      </header>
      <ul className="mw-stocktake-list">
        {rows.map((row) => (
          <li key={row.stocktakeid}>
            <div>
              <AppLink className="mw-stocktake-open" to={`/stocktake/${row.stocktakeid}`}>
                {row.title}
              </AppLink>
              <div className="mw-muted">
                {row.found} of {formatCount(row.expected, 'asset')} found
                {row.state === 'open' ? ', started ' : row.state === 'done' ? ', finished ' : ', canceled '}
                <RelativeTime at={row.finisheddate ?? row.createddate} />
                {row.startedby && ` by ${row.startedby}`}
              </div>
            </div>
            {row.state !== 'open' && <StateBadge word={row.state} label={STOCKTAKE_STATES[row.state]} />}
          </li>
        ))}
      </ul>
    </section>
  );
}
