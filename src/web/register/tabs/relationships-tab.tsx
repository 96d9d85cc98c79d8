import { ActionIcon } from '@mantine/core';
import { IconPlus, IconRoute, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { relationshipLabel } from '../../../features/catalog/relationship-label.ts';
import type { AssetRelationship } from '../../../features/catalog/relationships.ts';
import { get, request } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { AppLink } from '../../parts/app-link.tsx';
import { ConfirmModal } from '../../parts/confirm-modal.tsx';
import { DataTable, type TableColumn } from '../../parts/data-table.tsx';
import { RegisterIcon } from '../../parts/register-icon.tsx';
import { SmallButton } from '../../parts/small-button.tsx';
import { toastDone } from '../../parts/toasts.tsx';
import { AddRelationshipModal } from './add-relationship-modal.tsx';

const COLUMNS: TableColumn<AssetRelationship>[] = [
  { title: 'Connection', cell: relationshipLabel, headline: true },
  { title: 'Asset', cell: (row) => <Peer row={row} /> },
  { title: 'Type', cell: (row) => <PeerType row={row} /> },
  { title: 'Source', cell: (row) => <Origin row={row} /> },
];

interface RelationshipsTabProps {
  assetid: number;
  name: string;
  canedit: boolean;
}

/** Shows the relationships of an asset: its own, and those it inherits through another asset. */
export function RelationshipsTab({ assetid, name, canedit }: RelationshipsTabProps) {
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<AssetRelationship | null>(null);
  const query = useQuery({
    queryKey: ['relationships', assetid],
    queryFn: () => get<AssetRelationship[]>(`/assets/${assetid}/relationships`, { effective: true }),
  });
  const remove = async () => {
    const answer = await request('DELETE', `/assets/relationships/${removing?.relationshipid}`);
    await queryClient.invalidateQueries();
    toastDone('Connection removed.', answer.auditid);
  };
  const actions = (row: AssetRelationship) =>
    !row.inheritedvia && (
      <ActionIcon
        aria-label={`Remove the connection to ${row.peer.assetnumber}`}
        onClick={() => setRemoving(row)}
      >
        <IconTrash size={16} />
      </ActionIcon>
    );
  return (
    <>
      <DataTable
        title="Connections"
        query={query}
        rows={query.data}
        rowKey={(row) => `${row.relationshipid}-${row.peer.assetid}-${row.inheritedvia?.assetid ?? 0}`}
        columns={COLUMNS}
        actions={canedit ? actions : undefined}
        expected={4}
        tools={<span className="mw-muted">{query.data?.length || null}</span>}
        add={
          canedit && (
            <SmallButton icon={IconPlus} onClick={() => setAdding(true)}>
              Add connection
            </SmallButton>
          )
        }
        empty={{
          icon: IconRoute,
          title: 'No connections yet',
          text: 'Add the assets that it controls, belongs to or prints on. A machine inherits the printers of the PC that controls it.',
        }}
      />
      {adding && <AddRelationshipModal assetid={assetid} name={name} onClose={() => setAdding(false)} />}
      <ConfirmModal
        opened={removing !== null}
        onClose={() => setRemoving(null)}
        title="Remove connection"
        action="Remove"
        danger
        onConfirm={remove}
      >
        {removing && `${name}: ${relationshipLabel(removing).toLowerCase()} ${removing.peer.assetnumber}. `}
        Connections inherited through it are removed too.
      </ConfirmModal>
    </>
  );
}

function Peer({ row: { peer } }: { row: AssetRelationship }) {
  return (
    <>
      <AppLink to={`/assets/${peer.assetid}`} className="mw-cell-link">
        {peer.assetnumber}
      </AppLink>{' '}
      {peer.name && peer.name !== peer.assetnumber && <span className="mw-muted">{peer.name}</span>}
    </>
  );
}

function PeerType({ row: { peer } }: { row: AssetRelationship }) {
  return (
    <span className="mw-state">
      <RegisterIcon name={peer.icon} size={16} />
      {peer.assettype}
    </span>
  );
}

function Origin({ row: { inheritedvia } }: { row: AssetRelationship }) {
  if (!inheritedvia) return <span className="mw-muted">direct</span>;
  return (
    <span className="mw-through">
      via <AppLink to={`/assets/${inheritedvia.assetid}`}>{inheritedvia.assetnumber}</AppLink>
    </span>
  );
}
