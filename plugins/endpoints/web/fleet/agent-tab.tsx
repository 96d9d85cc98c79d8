import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorView } from '../../../../src/web/parts/error-view.tsx';
import { SkeletonRows } from '../../../../src/web/parts/skeletons.tsx';
import type { TabProps } from '../../../../src/web/plugin-parts.tsx';
import { LogsCards } from '../logs/logs-cards.tsx';
import { PcActions } from './pc-actions.tsx';
import { PcPanel } from './pc-panel.tsx';
import { type Status, statusQuery } from './pc-queries.ts';

/** Shows the agent of a computer: its actions, state, commands and activity. */
export const AgentTab = (props: TabProps) => (
  <WithStatus {...props}>
    {(status) => (
      <div className="mw-stack">
        <div className="mw-pc-actions">
          <PcActions status={status} />
        </div>
        <PcPanel status={status} />
      </div>
    )}
  </WithStatus>
);

/** Shows the log files of a computer and the requests for them. */
export const LogsTab = (props: TabProps) => (
  <WithStatus {...props}>{(status) => <LogsCards status={status} />}</WithStatus>
);

function WithStatus({ record, children }: TabProps & { children: (status: Status) => ReactNode }) {
  const { data: status, error, isPending, refetch } = useQuery(statusQuery(Number(record.assetid)));
  if (isPending) return <SkeletonRows rows={6} />;
  return status ? children(status) : <ErrorView error={error} retry={refetch} />;
}
