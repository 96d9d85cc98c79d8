import { useQuery } from '@tanstack/react-query';
import { ErrorView } from '../../../../src/web/parts/error-view.tsx';
import { SkeletonRows } from '../../../../src/web/parts/skeletons.tsx';
import type { TabProps } from '../../../../src/web/plugin-parts.tsx';
import { PcActions } from './pc-actions.tsx';
import { PcPanel } from './pc-panel.tsx';
import { statusQuery } from './pc-queries.ts';

/** The agent on the record of its computer: the same as on the page of the PC. */
export function AgentTab({ record }: TabProps) {
  const assetid = Number(record.assetid);
  const { data: status, error, isPending, refetch } = useQuery(statusQuery(assetid));
  if (isPending) return <SkeletonRows rows={6} />;
  if (!status) return <ErrorView error={error} retry={refetch} />;
  return (
    <div className="mw-stack">
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
        <PcActions status={status} />
      </div>
      <PcPanel status={status} />
    </div>
  );
}
