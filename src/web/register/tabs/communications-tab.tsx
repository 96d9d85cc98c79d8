import { ActionIcon, Badge } from '@mantine/core';
import { IconNetwork, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Communication } from '../../../features/catalog/communication-routes.ts';
import { get, request } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { ConfirmModal } from '../../parts/confirm-modal.tsx';
import { DataTable, type TableColumn } from '../../parts/data-table.tsx';
import { SmallButton } from '../../parts/small-button.tsx';
import { toastDone } from '../../parts/toasts.tsx';
import { CommunicationModal } from './communication-modal.tsx';
import { COMMUNICATION_TYPES } from './communication-types.ts';

const COLUMNS: TableColumn<Communication>[] = [
  {
    title: 'Type',
    cell: (row) => COMMUNICATION_TYPES.find((type) => type.value === row.commtype)?.label ?? row.commtype,
  },
  { title: 'Address', cell: (row) => <Address row={row} />, headline: true },
  { title: 'Notes', cell: (row) => row.notes, wrap: true },
];

/** Shows the addresses of an asset. */
export function CommunicationsTab({ assetid, canedit }: { assetid: number; canedit: boolean }) {
  const [editing, setEditing] = useState<Communication | 'new' | null>(null);
  const [removing, setRemoving] = useState<Communication | null>(null);
  const path = `/assets/${assetid}/communications`;
  const query = useQuery({
    queryKey: ['communications', assetid],
    queryFn: () => get<Communication[]>(path),
  });
  const remove = async () => {
    const answer = await request('DELETE', `${path}/${removing?.communicationid}`);
    await queryClient.invalidateQueries({ queryKey: ['communications', assetid] });
    toastDone(`${removing?.address} removed.`, answer.auditid);
  };
  const actions = (row: Communication) => (
    <>
      <ActionIcon aria-label={`Edit ${row.address}`} onClick={() => setEditing(row)}>
        <IconPencil size={16} />
      </ActionIcon>
      <ActionIcon aria-label={`Remove ${row.address}`} onClick={() => setRemoving(row)}>
        <IconTrash size={16} />
      </ActionIcon>
    </>
  );
  return (
    <>
      <DataTable
        title="Addresses"
        query={query}
        rows={query.data}
        rowKey={(row) => row.communicationid}
        columns={COLUMNS}
        actions={canedit ? actions : undefined}
        expected={4}
        tools={<span className="mw-muted">{query.data?.length || null}</span>}
        add={
          canedit && (
            <SmallButton icon={IconPlus} onClick={() => setEditing('new')}>
              Add address
            </SmallButton>
          )
        }
        empty={{
          icon: IconNetwork,
          title: 'No addresses yet',
          text: 'Add IP addresses, MAC addresses and serial lines. Agents and collectors update those of PCs automatically.',
        }}
      />
      {editing && (
        <CommunicationModal
          assetid={assetid}
          row={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
        />
      )}
      <ConfirmModal
        opened={removing !== null}
        onClose={() => setRemoving(null)}
        title={`Remove ${removing?.address ?? ''}`}
        action="Remove"
        danger
        onConfirm={remove}
      >
        Searches for this address no longer find the asset.
      </ConfirmModal>
    </>
  );
}

function Address({ row }: { row: Communication }) {
  return (
    <>
      <span className="mw-mono">{row.address}</span>{' '}
      {row.isprimary && (
        <Badge size="sm" variant="light">
          Primary
        </Badge>
      )}
    </>
  );
}
