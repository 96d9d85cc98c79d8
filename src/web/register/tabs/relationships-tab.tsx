import { ActionIcon, Button } from '@mantine/core';
import { IconPlus, IconRoute, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SeenRelationship } from '../../../features/catalog/relationships.ts';
import { get, request } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { AppLink } from '../../parts/app-link.tsx';
import { ConfirmModal } from '../../parts/confirm-modal.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorView } from '../../parts/error-view.tsx';
import { RegisterIcon } from '../../parts/register-icon.tsx';
import { SkeletonRows } from '../../parts/skeletons.tsx';
import { toastDone } from '../../parts/toasts.tsx';
import { AddRelationshipModal } from './add-relationship-modal.tsx';
import { relationshipWord } from './relationship-words.ts';

interface RelationshipsTabProps {
  assetid: number;
  name: string;
  canedit: boolean;
}

/** What this asset is tied to: its own ties, and those it inherits through another asset. */
export function RelationshipsTab({ assetid, name, canedit }: RelationshipsTabProps) {
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<SeenRelationship | null>(null);
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['relationships', assetid],
    queryFn: () => get<SeenRelationship[]>(`/assets/${assetid}/relationships`, { effective: true }),
  });
  if (isPending) return <SkeletonRows rows={4} />;
  if (error) return <ErrorView error={error} retry={refetch} />;
  const add = canedit && (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconPlus size={14} />}
      onClick={() => setAdding(true)}
    >
      Add a relationship
    </Button>
  );
  const remove = async () => {
    const answer = await request('DELETE', `/assets/relationships/${removing?.relationshipid}`);
    await queryClient.invalidateQueries({ queryKey: ['relationships'] });
    toastDone('SeenRelationship removed.', answer.auditid);
  };
  return (
    <section className="mw-card">
      {data.length > 0 && (
        <header>
          <h2>{data.length === 1 ? 'One relationship' : `${data.length} relationships`}</h2>
          {add}
        </header>
      )}
      {data.length === 0 ? (
        <EmptyState icon={<IconRoute size={32} />} title="Stands alone so far" actions={add}>
          Tie it to what it controls, what it is part of, or the printers it uses. Printers of a controlling
          PC are then inherited by its machine.
        </EmptyState>
      ) : (
        <RelationshipTable rows={data} onRemove={canedit ? setRemoving : undefined} />
      )}
      {adding && <AddRelationshipModal assetid={assetid} name={name} onClose={() => setAdding(false)} />}
      <ConfirmModal
        opened={removing !== null}
        onClose={() => setRemoving(null)}
        title="Remove the relationship?"
        action="Remove"
        danger
        onConfirm={remove}
      >
        {removing && `${name}: ${relationshipWord(removing).toLowerCase()} ${removing.peer.assetnumber}. `}
        What was inherited through it goes too.
      </ConfirmModal>
    </section>
  );
}

interface RelationshipTableProps {
  rows: SeenRelationship[];
  onRemove?: (row: SeenRelationship) => void;
}

function RelationshipTable({ rows, onRemove }: RelationshipTableProps) {
  return (
    <div style={{ overflowX: 'auto' }}>
      <table className="mw-table mw-stackable">
        <thead>
          <tr>
            <th>Relationship</th>
            <th>Asset</th>
            <th>Type</th>
            <th>Comes from</th>
            <th>
              <span className="mw-visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.relationshipid}-${row.peer.assetid}-${row.inheritedvia?.assetid ?? 0}`}>
              <td>{relationshipWord(row)}</td>
              <td data-label="Asset">
                <AppLink to={`/assets/${row.peer.assetid}`} className="mw-cell-link">
                  {row.peer.assetnumber}
                </AppLink>{' '}
                {row.peer.name && row.peer.name !== row.peer.assetnumber && (
                  <span className="mw-muted">{row.peer.name}</span>
                )}
              </td>
              <td data-label="Type">
                <span className="mw-state">
                  <RegisterIcon name={row.peer.icon} size={16} />
                  {row.peer.assettype}
                </span>
              </td>
              <td data-label="Comes from">
                {row.inheritedvia ? (
                  <span className="mw-through">
                    through{' '}
                    <AppLink to={`/assets/${row.inheritedvia.assetid}`}>
                      {row.inheritedvia.assetnumber}
                    </AppLink>
                  </span>
                ) : (
                  <span className="mw-muted">own</span>
                )}
              </td>
              <td data-number>
                {onRemove && !row.inheritedvia && (
                  <ActionIcon
                    aria-label={`Remove the relationship to ${row.peer.assetnumber}`}
                    onClick={() => onRemove(row)}
                  >
                    <IconTrash size={16} />
                  </ActionIcon>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
