import { Alert, Button } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { get } from '../../../src/web/api/client.ts';
import { AppLink } from '../../../src/web/parts/app-link.tsx';
import { ErrorView } from '../../../src/web/parts/error-view.tsx';
import { SkeletonRows } from '../../../src/web/parts/skeletons.tsx';
import { RelativeTime } from '../../../src/web/parts/time.tsx';
import type { TabProps } from '../../../src/web/plugin-parts.tsx';
import { recordLabel } from '../../../src/web/register/resolve.ts';
import { AddRelationshipModal } from '../../../src/web/register/tabs/add-relationship-modal.tsx';
import type { Behind } from '../behind.ts';
import { NeighborCard } from './neighbor-card.tsx';

type NewConnection = { relationshiptype: string; direction: 'out' | 'in' };

/**
 * Shows the tab with everything connected to a machine: controllers, its other bay, printers, gauges and
 * notices.
 */
export function BehindTab({ id, register, record }: TabProps) {
  const [newConnection, setNewConnection] = useState<NewConnection | null>(null);
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['machine', id, 'behind'],
    queryFn: () => get<Behind>(`/machines/${id}/behind`),
  });
  if (isPending) return <SkeletonRows rows={6} />;
  if (!data) return <ErrorView error={error} retry={refetch} />;
  const connectButton = (
    what: string,
    relationshiptype: string,
    direction: NewConnection['direction'],
  ): ReactNode =>
    register.can.edit ? (
      <Button
        variant="subtle"
        size="compact-sm"
        onClick={() => setNewConnection({ relationshiptype, direction })}
      >
        {what}
      </Button>
    ) : (
      'None.'
    );
  return (
    <>
      {data.notices.map(({ text, reason, at }) => (
        <Alert key={`${text}${at}`} mb="md" icon={<IconInfoCircle size={18} />}>
          {text} {reason && <span className="mw-muted">{reason}</span>}{' '}
          {at && (
            <span className="mw-muted">
              since <RelativeTime at={at} />
            </span>
          )}
        </Alert>
      ))}
      <div className="mw-facts">
        <NeighborCard
          title="Controlled by"
          rows={data.controllers}
          none={connectButton('Connect a PC', 'controls', 'in')}
        />
        <ControllerCard behind={data} />
        {(data.isdualpath || data.partners.length > 0) && (
          <NeighborCard
            title="Other bay"
            rows={data.partners}
            none={connectButton('Connect other bay', 'dualpath', 'out')}
          />
        )}
        <NeighborCard
          title="Printers"
          rows={data.printers}
          none={connectButton('Connect default printer', 'defaultprinter', 'out')}
        />
        <NeighborCard title="Gauges" rows={data.gauges} none="No gauges connected." />
        {data.others.length > 0 && <NeighborCard title="Other connections" rows={data.others} none="" />}
      </div>
      {newConnection && (
        <AddRelationshipModal
          preset={newConnection}
          assetid={Number(record.assetid)}
          name={recordLabel(register, record)}
          onClose={() => setNewConnection(null)}
        />
      )}
    </>
  );
}

function ControllerCard({
  behind: { controllertypeid, controllertype, controllerversion },
}: {
  behind: Behind;
}) {
  return (
    <section className="mw-card" aria-label="Controller">
      <header>
        <h2>Controller</h2>
      </header>
      <dl className="mw-fact-list">
        <div>
          <dt>Controller</dt>
          <dd>
            {controllertypeid === null ? (
              <span className="mw-muted">unknown</span>
            ) : (
              <AppLink to={`/machines/controllers/${controllertypeid}`}>{controllertype}</AppLink>
            )}
          </dd>
        </div>
        {controllerversion && (
          <div>
            <dt>Version</dt>
            <dd>{controllerversion}</dd>
          </div>
        )}
      </dl>
    </section>
  );
}
