import { Alert, Button, Checkbox, Group, Stack } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage } from '../../../src/web/api/api-error.ts';
import { request } from '../../../src/web/api/client.ts';
import { useMe } from '../../../src/web/api/queries.ts';
import { queryClient } from '../../../src/web/api/query-client.ts';
import { Dialog } from '../../../src/web/parts/dialog.tsx';
import { Failure } from '../../../src/web/parts/failure.tsx';
import { toastDone } from '../../../src/web/parts/toasts.tsx';
import { RefSelect } from '../../../src/web/register/ref-select.tsx';
import { type FinishAnswer, formatCount, type Stocktake } from './data.ts';

const STATUSES = { path: '/assets/statuses', idfield: 'statusid', labelfield: 'status' };

interface FinishDialogProps {
  stocktake: Stocktake;
  /** Number of scans that the server has not confirmed yet. */
  waiting: number;
  onClose: () => void;
}

/** Shows the dialog that finishes or cancels a stocktake, with a preview of the changes. */
export function FinishDialog({ stocktake, waiting, onClose }: FinishDialogProps) {
  const me = useMe();
  const mayEdit = Boolean(me?.isadmin || me?.permissions.includes('assets.edit'));
  const [moved, setMoved] = useState(false);
  const [verify, setVerify] = useState(true);
  const [missingstatus, setMissingstatus] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const path = `/stocktakes/${stocktake.stocktakeid}/finish`;
  const body = { moved, verify, missingstatusid: missingstatus === null ? null : Number(missingstatus) };
  const preview = useQuery({
    queryKey: ['stocktake', stocktake.stocktakeid, 'preview', body],
    queryFn: async () =>
      (await request<FinishAnswer>('POST', path, { body: { ...body, dryrun: true } })).data,
    placeholderData: keepPreviousData,
  });
  const end = async (send: () => Promise<string | null>, done: string) => {
    setBusy(true);
    setFailure(null);
    try {
      const auditid = await send();
      onClose();
      toastDone(done, auditid);
      // A finished stocktake has no preview.
      await queryClient.invalidateQueries({ predicate: ({ queryKey }) => !queryKey.includes('preview') });
    } catch (error) {
      setFailure(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  const finish = () =>
    end(async () => (await request('POST', path, { body })).auditid, `${stocktake.title} is finished.`);
  const cancel = () =>
    end(
      async () =>
        (await request('POST', `/stocktakes/${stocktake.stocktakeid}/cancel`, { body: {} })).auditid,
      `${stocktake.title} is canceled.`,
    );
  return (
    <Dialog onClose={onClose} title={`Finish ${stocktake.title}`}>
      <Stack gap="md">
        {waiting > 0 && (
          <Alert color="yellow" role="alert">
            {formatCount(waiting, 'scan')} of this phone {waiting === 1 ? 'is' : 'are'} not sent yet. Finish
            when the network is back.
          </Alert>
        )}
        <Checkbox
          size="md"
          label="Record who saw each asset and when"
          checked={verify}
          onChange={(event) => setVerify(event.currentTarget.checked)}
        />
        <Checkbox
          size="md"
          label={`Move unexpected assets to ${stocktake.location}`}
          disabled={!mayEdit}
          checked={moved}
          onChange={(event) => setMoved(event.currentTarget.checked)}
        />
        <RefSelect
          size="md"
          label="Status of missing assets"
          placeholder="No change"
          disabled={!mayEdit}
          source={STATUSES}
          value={missingstatus}
          onChange={setMissingstatus}
        />
        {!mayEdit && (
          <p className="mw-muted">To move or change assets, you need the permission to edit assets.</p>
        )}
        <Figures answer={preview.data} />
        <Failure>{failure ?? (preview.error ? errorMessage(preview.error) : null)}</Failure>
        <Group gap="sm" grow>
          <Button size="md" variant="default" disabled={busy} onClick={onClose}>
            Continue scanning
          </Button>
          <Button
            size="md"
            loading={busy}
            disabled={waiting > 0 || !preview.data}
            onClick={() => void finish()}
          >
            Finish
          </Button>
        </Group>
        <Button variant="subtle" color="red" disabled={busy} onClick={() => void cancel()}>
          Cancel stocktake without changes
        </Button>
      </Stack>
    </Dialog>
  );
}

/**
 * Shows the figures of the preview. It has its full size before they load, so that buttons do not move under
 * the pointer.
 */
function Figures({ answer }: { answer: FinishAnswer | undefined }) {
  const rows: [string, number | undefined][] = [
    ['Found', answer?.found],
    ['Missing', answer?.missing],
    ['Unexpected', answer?.unexpected],
    ['Unknown codes', answer?.unknown],
    ['Will be marked as seen', answer?.verified],
    ['Will be moved', answer?.moved],
    ['Will get the status for missing assets', answer?.missingset],
    ['Will get the scanned status', answer?.statusset],
    ['Skipped: inactive, moved or already here', answer?.left],
  ];
  return (
    <dl className="mw-stocktake-figures" aria-label="Preview">
      {rows.map(([title, n], at) =>
        at > 4 && !n ? null : (
          <div key={title} style={{ display: 'contents' }}>
            <dt>{title}</dt>
            <dd>{n?.toLocaleString('en') ?? '–'}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
