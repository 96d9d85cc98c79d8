import { Button, Progress } from '@mantine/core';
import { useState } from 'react';
import type { DemoStateRecord } from '../../features/demo/schemas.ts';
import { errorMessage } from '../api/api-error.ts';
import { isDemoBusy, startDemoLoad, useDemo } from '../api/demo.ts';
import { Failure } from './failure.tsx';

/** Shows a button that loads the demo data, then their progress. Shows nothing once they are loaded. */
export function LoadDemo() {
  const demo = useDemo();
  const [failure, setFailure] = useState<string | null>(null);
  if (!demo || demo.state === 'loaded') return null;
  if (isDemoBusy(demo)) return <DemoProgress demo={demo} />;
  if (!demo.canload)
    return <p className="mw-muted">Demo data can be loaded only while the plant has no assets of its own.</p>;
  const load = () => {
    setFailure(null);
    startDemoLoad().catch((error: unknown) => setFailure(errorMessage(error)));
  };
  return (
    <div className="mw-stack">
      <Button variant="default" onClick={load}>
        Load demo data
      </Button>
      <Failure>{failure ?? demo.error}</Failure>
    </div>
  );
}

/** Shows the current step of a load or removal of the demo data. */
export function DemoProgress({ demo }: { demo: DemoStateRecord }) {
  const { state, stage, done, total } = demo;
  const verb = state === 'loading' ? 'Loading' : 'Removing';
  return (
    <div role="status" style={{ minWidth: 'min(18rem, 100%)' }}>
      <Progress
        value={total > 0 ? Math.round((done / total) * 100) : 0}
        animated
        aria-label="Progress"
        mb={4}
        transitionDuration={200}
      />
      <span className="mw-muted">
        {stage === null ? `${verb} demo data` : `${verb}: ${stage}, ${done} of ${total}`}
      </span>
    </div>
  );
}
