import { Group } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JobRecord } from '../../../../src/features/jobs/index.ts';
import { jobsQuery, runJob } from '../../../../src/web/api/jobs-query.ts';
import { SmallButton } from '../../../../src/web/parts/small-button.tsx';
import { StateBadge } from '../../../../src/web/parts/state-badge.tsx';
import { RelativeTime } from '../../../../src/web/parts/time.tsx';
import { toastDone, toastError } from '../../../../src/web/parts/toasts.tsx';

const DRILL = 'backups.drill';

/** Shows the result of the last restore drill, and a button that runs one. */
export function DrillLine() {
  const { data } = useQuery(jobsQuery);
  const drill = data?.find(({ jobname }) => jobname === DRILL);
  if (!drill) return null;
  return (
    <section className="mw-card mw-card-pad" aria-label="Restore drill" style={{ marginBottom: 16 }}>
      <Group justify="space-between" gap="sm">
        <span>
          <strong>Restore drill</strong> <DrillResult drill={drill} />
        </span>
        <RunDrill isRunning={drill.running} />
      </Group>
      <div className="mw-muted">
        Once a week, Millwright restores the newest backup into a temporary folder and verifies it.
      </div>
      {drill.lastresult === 'failed' && <div className="mw-error">{drill.lasterror}</div>}
    </section>
  );
}

function DrillResult({ drill }: { drill: JobRecord }) {
  if (drill.running) return <StateBadge word="running" label="Running" />;
  if (!drill.lastresult) return <span className="mw-muted">not run yet</span>;
  const label = drill.lastresult === 'ok' ? 'Passed' : 'Failed';
  return (
    <>
      <StateBadge word={drill.lastresult} label={label} /> <RelativeTime at={drill.lastrun} />
    </>
  );
}

function RunDrill({ isRunning }: { isRunning: boolean }) {
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      const { lastresult, lasterror } = await runJob(DRILL);
      if (lastresult === 'failed') toastError(new Error(lasterror ?? ''), 'The restore drill failed');
      else toastDone('The restore drill passed.');
    } catch (failure) {
      toastError(failure, 'The restore drill could not be started');
    }
    setBusy(false);
  };
  return (
    <SmallButton icon={IconPlayerPlay} disabled={busy || isRunning} onClick={() => void run()}>
      Run drill
    </SmallButton>
  );
}
