import { Button } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigateTo } from '../../../../src/web/parts/app-link.tsx';
import { ErrorView } from '../../../../src/web/parts/error-view.tsx';
import { SkeletonRows } from '../../../../src/web/parts/skeletons.tsx';
import type { TabProps } from '../../../../src/web/plugin-parts.tsx';
import { PcActions } from './pc-actions.tsx';
import { PcPanel } from './pc-panel.tsx';
import { statusQuery } from './pc-queries.ts';

/** Shows the agent on the page of its computer record, as on the page of the PC. */
export function AgentTab({ record }: TabProps) {
  const assetid = Number(record.assetid);
  const go = useNavigateTo();
  const { data: status, error, isPending, refetch } = useQuery(statusQuery(assetid));
  if (isPending) return <SkeletonRows rows={6} />;
  if (!status) return <ErrorView error={error} retry={refetch} />;
  return (
    <div className="mw-stack">
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
        <PcActions status={status} />
        <Button
          variant="subtle"
          leftSection={<IconFileText size={16} aria-hidden />}
          onClick={() => go(`/endpoints/${assetid}?tab=logs`)}
        >
          Log files
        </Button>
      </div>
      <PcPanel status={status} />
    </div>
  );
}
