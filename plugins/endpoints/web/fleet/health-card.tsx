import { Button } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorView } from '../../../../src/web/parts/error-view.tsx';
import { SkeletonRows } from '../../../../src/web/parts/skeletons.tsx';
import { StateBadge } from '../../../../src/web/parts/state-badge.tsx';
import { RelativeTime } from '../../../../src/web/parts/time.tsx';
import { type FleetRow, VERDICT_LABELS } from '../labels.ts';
import { type Health, healthQuery } from './pc-queries.ts';

const SHOWN_CHECKS = 6;

/** Shows the changes of a PC's health, the newest first. */
export function HealthCard({ assetid }: { assetid: number }) {
  const { data, error, isPending, refetch } = useQuery(healthQuery(assetid));
  const [whole, setWhole] = useState(false);
  const turns = data?.transitions ?? [];
  return (
    <section className="mw-card" aria-label="Health" aria-busy={isPending}>
      <header>
        <h2>Health</h2>
        {data && <StateBadge {...VERDICT_LABELS[data.verdict]} />}
      </header>
      {isPending && <SkeletonRows rows={3} />}
      {error && !data && <ErrorView error={error} retry={refetch} />}
      {data && turns.length === 0 && (
        <p className="mw-card-pad mw-muted">No changes since the first check-in.</p>
      )}
      {turns.length > 0 && (
        <ol className="mw-turns" style={{ margin: 0, padding: 0, listStyle: 'none' }}>
          {turns.slice(0, whole ? undefined : SHOWN_CHECKS).map((turn) => (
            <Turn key={turn.at + turn.to} {...turn} />
          ))}
        </ol>
      )}
      {turns.length > SHOWN_CHECKS && (
        <div className="mw-list-more">
          <Button variant="subtle" size="compact-sm" aria-expanded={whole} onClick={() => setWhole(!whole)}>
            {whole ? 'Show newest only' : `Show all ${turns.length}`}
          </Button>
        </div>
      )}
    </section>
  );
}

function Turn({ from, to, at, reason }: Health['transitions'][number]) {
  const verdictLabelOf = (verdict: string) =>
    VERDICT_LABELS[verdict as FleetRow['verdict']] ?? { word: verdict, label: verdict };
  return (
    <li>
      <div className="mw-turn">
        <span className="mw-muted">{verdictLabelOf(from).label}</span>
        <IconArrowRight size={14} role="img" aria-label="changed to" />
        <StateBadge {...verdictLabelOf(to)} />
        <RelativeTime at={at} />
      </div>
      {reason && <div className="mw-muted mw-break">{reason}</div>}
    </li>
  );
}
