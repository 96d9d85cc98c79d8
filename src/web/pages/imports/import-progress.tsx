import { Button, Progress } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ImportUnderway } from '../../../features/imports/schemas.ts';
import { get } from '../../api/client.ts';
import type { ImportBusy } from './import-state.ts';

const COUNT = new Intl.NumberFormat('en');
const ASK_MS = 400;

/** Shows the progress of an import, first of the upload, then by rows, and a button to cancel it. */
export function ImportProgress({ busy, onCancel }: { busy: ImportBusy; onCancel: () => void }) {
  const isSent = busy.share >= 1;
  const { data } = useQuery({
    queryKey: ['imports', 'running'],
    queryFn: () => get<ImportUnderway[]>('/imports/running'),
    refetchInterval: ASK_MS,
    enabled: isSent,
    gcTime: 0,
  });
  const rows = isSent ? data?.[0] : undefined;
  const share = rows ? rows.rowsdone / Math.max(1, rows.rowstotal) : busy.share;
  return (
    <div className="mw-import-progress">
      <div role="status">
        <Progress
          value={Math.round(share * 100)}
          animated={isSent && !rows}
          aria-label="Progress"
          mb={4}
          transitionDuration={200}
        />
        <span className="mw-muted">{rows ? formatProgress(rows) : formatStage(busy)}</span>
      </div>
      <Button variant="default" size="xs" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}

const formatProgress = ({ phase, rowsdone, rowstotal }: ImportUnderway): string =>
  `${phase === 'checking' ? 'Checking' : 'Importing'} row ${COUNT.format(rowsdone)} of ${COUNT.format(rowstotal)}`;

const formatStage = ({ share, dryrun }: ImportBusy): string =>
  share < 1 ? `${Math.round(share * 100)} % uploaded` : dryrun ? 'Checking all rows' : 'Importing all rows';
