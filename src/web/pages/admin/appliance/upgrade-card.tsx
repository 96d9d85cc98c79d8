import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { UpgradeRecord } from '../../../../features/appliance/upgrade/routes.ts';
import { readUpgrade, upgradeKey } from '../../../api/follow-upgrade.ts';
import { Failure } from '../../../parts/failure.tsx';
import { RelativeTime } from '../../../parts/time.tsx';
import { UpgradeModal } from './upgrade-modal.tsx';

/**
 * Shows the upgrade of the program: where it is possible, what to do otherwise, and how the last one ended.
 */
export function UpgradeCard() {
  const { data } = useQuery({ queryKey: upgradeKey, queryFn: readUpgrade });
  const [isOpen, setOpen] = useState(false);
  if (!data) return null;
  return (
    <section className="mw-card" aria-label="Upgrade">
      <header>
        <h2>Upgrade</h2>
        {data.obstacle === null && (
          <Button size="compact-sm" variant="default" onClick={() => setOpen(true)}>
            Upgrade
          </Button>
        )}
      </header>
      <div className="mw-card-pad mw-stack">
        <p className="mw-muted mw-break">
          {data.obstacle ??
            'A new version is tested on a copy of your data first. If the test fails, nothing changes.'}
        </p>
        {data.last && <LastUpgrade last={data.last} />}
      </div>
      {isOpen && <UpgradeModal previous={data.last?.date} onClose={() => setOpen(false)} />}
    </section>
  );
}

function LastUpgrade({ last }: { last: NonNullable<UpgradeRecord['last']> }) {
  const { state, from, to, date, by, reason } = last;
  if (state === 'returned')
    return (
      <Failure>
        The upgrade to {to} failed <RelativeTime at={date} />. {reason}
      </Failure>
    );
  return (
    <p>
      Upgraded from {from} to {to} <RelativeTime at={date} /> by {by}.
    </p>
  );
}
