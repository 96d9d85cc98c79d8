import './enforce-styles.ts';
import { Alert, Checkbox, Textarea } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { errorMessage } from '../../../src/web/api/api-error.ts';
import { request } from '../../../src/web/api/client.ts';
import { Failure } from '../../../src/web/parts/failure.tsx';
import { FormModal } from '../../../src/web/parts/form-modal.tsx';
import { toastDone } from '../../../src/web/parts/toasts.tsx';
import { useForm } from '../../../src/web/parts/use-form.ts';
import {
  affectedQuery,
  type Diff,
  diffQuery,
  type PublishedRevision,
  refreshQueries,
  type ScopeRecord,
} from './data.ts';
import { DiffView } from './diff-view.tsx';

interface Values {
  note: string;
  acceptfindings: boolean;
}

/** Shows the changes and the affected PCs before a draft is published. */
export function PublishModal({ scope, onClose }: { scope: ScopeRecord; onClose: () => void }) {
  const { scopeid, scopename, entries, publishedrevision } = scope;
  const draftQuery = { ...diffQuery(scopeid, undefined, 'draft'), staleTime: 0 };
  // During a refresh, the shown difference may belong to an older draft.
  const { data: diff, error, isFetching } = useQuery(draftQuery);
  const { data: affected, isPending } = useQuery(affectedQuery(scopeid));
  const missing = entries.filter(({ isenabled, haspayload }) => isenabled && !haspayload);
  const form = useForm<Values>({
    initial: { note: '', acceptfindings: false },
    save: async ({ note, acceptfindings }) => {
      const body = { note: note || null, acceptfindings, draftsha256: diff?.draftsha256 };
      const { data } = await request<PublishedRevision>('POST', `/enforce/scopes/${scopeid}/publish`, {
        body,
      });
      await refreshQueries();
      toastDone(`Revision ${data.revision} of ${scopename} is published.`);
      onClose();
    },
  });
  const needsLook = diff !== undefined && diff.findings.length > 0;
  return (
    <FormModal
      form={form}
      draft={null}
      title={`Publish ${scopename}`}
      action={`Publish revision ${(publishedrevision ?? 0) + 1}`}
      size={680}
      count={affected?.pagination?.total}
      disabled={
        !diff || isFetching || isPending || missing.length > 0 || (needsLook && !form.values.acceptfindings)
      }
      onClose={onClose}
    >
      <Affected scopeid={scopeid} />
      {missing.length > 0 && (
        <Failure>
          {missing.map(({ Name }) => Name).join(', ')}: the payload is missing. Upload it or disable the
          entry.
        </Failure>
      )}
      <Failure>{error && errorMessage(error)}</Failure>
      {diff ? <DiffView diff={diff} /> : <p className="mw-muted">…</p>}
      {needsLook && <Findings diff={diff} />}
      {needsLook && (
        <Checkbox label="I checked them, and none is a secret" {...form.check('acceptfindings')} />
      )}
      <Textarea
        label="Note"
        description="What changed and why. The note is shown in the history."
        autosize
        minRows={2}
        {...form.text('note')}
      />
    </FormModal>
  );
}

function Findings({ diff }: { diff: Diff }) {
  return (
    <Alert color="yellow" icon={<IconAlertTriangle size={18} />} title="Possible secrets" role="alert">
      <p>Every PC of the plant can read a manifest.</p>
      <ul>
        {diff.findings.map(({ Name, field, reason }) => (
          <li key={`${Name} ${field}`}>
            {Name}, {field}: {reason}.
          </li>
        ))}
      </ul>
    </Alert>
  );
}

/** Shows the number of PCs that get the manifest, and the names of at most eight. */
function Affected({ scopeid }: { scopeid: number }) {
  const { data } = useQuery(affectedQuery(scopeid));
  if (!data) return null;
  const total = data.pagination?.total ?? 0;
  if (!data.data.computersplugin)
    return <p className="mw-muted">The computers plugin is disabled, so the affected PCs are unknown.</p>;
  if (total === 0)
    return (
      <p>
        <strong>No PC</strong> of the register matches. Other PCs that request the manifest also get it.
      </p>
    );
  const names = data.data.pcs.slice(0, 8).map(({ hostname, assetid }) => hostname ?? `asset ${assetid}`);
  return (
    <>
      <p>
        <strong>{total === 1 ? '1 PC' : `${total} PCs`}</strong>{' '}
        <span className="mw-muted">
          {names.join(', ')}
          {total > names.length && ` and ${total - names.length} more`}
        </span>
      </p>
      <p className="mw-muted">{whenText(data.data.everyminutes)}</p>
    </>
  );
}

function whenText(everyminutes: number): string {
  if (everyminutes === 0)
    return 'PCs get it when you run the command Enforce settings under Assets, Computers.';
  const isHours = everyminutes % 60 === 0;
  const count = isHours ? everyminutes / 60 : everyminutes;
  const unit = isHours ? 'hour' : 'minute';
  const every = count === 1 ? unit : `${count} ${unit}s`;
  return `Agents fetch it every ${every}. To apply it now, run the command Enforce settings under Assets, Computers.`;
}
