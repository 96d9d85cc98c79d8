import './enforce-styles.ts';
import { Button } from '@mantine/core';
import { IconListCheck, IconPlus, IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMe } from '../../../src/web/api/queries.ts';
import { ListFrame } from '../../../src/web/parts/list-frame.tsx';
import { SmallButton } from '../../../src/web/parts/small-button.tsx';
import { StateBadge } from '../../../src/web/parts/state-badge.tsx';
import type { TabProps } from '../../../src/web/plugin-parts.tsx';
import { type EntryRecord, mayPublishScope, type ScopeRecord, scopeQuery } from './data.ts';
import { EntryList } from './entry-list.tsx';
import { EntryModal } from './entry-modal.tsx';
import { PublishModal } from './publish-modal.tsx';
import { RemoveEntry } from './remove-entry.tsx';
import { UploadPayload } from './upload-payload.tsx';

type OpenModal =
  | { what: 'add' | 'publish' }
  | { what: 'edit' | 'payload' | 'remove'; entry: EntryRecord }
  | undefined;

/**
 * Shows the draft of a scope, with its entries in the order in which PCs apply them. Users can publish it
 * from here.
 */
export function EntriesTab({ id }: TabProps) {
  const me = useMe();
  const query = useQuery(scopeQuery(id));
  const [open, setOpen] = useState<OpenModal>();
  const close = () => setOpen(undefined);
  const canPublish = mayPublishScope(me);
  const onSaved = (entry: EntryRecord) => {
    if (!entry.haspayload && canPublish) setOpen({ what: 'payload', entry });
  };
  const add = (
    <SmallButton icon={IconPlus} onClick={() => setOpen({ what: 'add' })}>
      Add entry
    </SmallButton>
  );
  return (
    <div className="mw-stack">
      {query.data && (
        <DraftState
          scope={query.data}
          canPublish={canPublish}
          onPublish={() => setOpen({ what: 'publish' })}
        />
      )}
      <ListFrame
        title="Entries"
        query={query}
        rows={query.data?.entries}
        add={add}
        empty={{
          icon: IconListCheck,
          title: 'No entries yet',
          text: 'Add what each PC must have: an application to install, a script to run or a file to copy. PCs get nothing until you publish.',
        }}
      >
        {(entries) => (
          <EntryList
            scopeid={id}
            entries={entries}
            canUpload={canPublish}
            onOpen={(what, entry) => setOpen({ what, entry })}
          />
        )}
      </ListFrame>
      {open?.what === 'add' && <EntryModal scopeid={id} onSaved={onSaved} onClose={close} />}
      {open?.what === 'edit' && (
        <EntryModal scopeid={id} entry={open.entry} onSaved={onSaved} onClose={close} />
      )}
      {open?.what === 'payload' && <UploadPayload entry={open.entry} onClose={close} />}
      {open?.what === 'remove' && <RemoveEntry entry={open.entry} onClose={close} />}
      {open?.what === 'publish' && query.data && <PublishModal scope={query.data} onClose={close} />}
    </div>
  );
}

interface DraftStateProps {
  scope: ScopeRecord;
  canPublish: boolean;
  onPublish: () => void;
}

/** Shows the current revision, and whether the draft differs from it. */
function DraftState({ scope, canPublish, onPublish }: DraftStateProps) {
  const { publishedrevision, draftdiffers } = scope;
  const isNew = publishedrevision === null;
  return (
    <section className="mw-card mw-enforce-draft" aria-label="Draft">
      <div>
        <strong>{isNew ? 'Not published' : `PCs get revision ${publishedrevision}`}</strong>
        <div>
          {draftdiffers ? (
            <StateBadge word="pending" label={isNew ? 'Draft' : 'Unpublished changes'} />
          ) : (
            <StateBadge word="ok" label="No unpublished changes" />
          )}
        </div>
      </div>
      {canPublish && (
        <Button
          leftSection={<IconSend size={16} aria-hidden />}
          variant={draftdiffers ? 'filled' : 'default'}
          onClick={onPublish}
        >
          Publish…
        </Button>
      )}
    </section>
  );
}
