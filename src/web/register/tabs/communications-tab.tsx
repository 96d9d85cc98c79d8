import { ActionIcon, Badge, Button } from '@mantine/core';
import { IconNetwork, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Communication } from '../../../features/catalog/communication-routes.ts';
import { get, request } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { ConfirmModal } from '../../parts/confirm-modal.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorView } from '../../parts/error-view.tsx';
import { SkeletonRows } from '../../parts/skeletons.tsx';
import { toastDone } from '../../parts/toasts.tsx';
import { CommunicationModal } from './communication-modal.tsx';
import { COMMUNICATION_TYPES } from './communication-types.ts';

/** Addresses by which the asset is reached. */
export function CommunicationsTab({ assetid, canedit }: { assetid: number; canedit: boolean }) {
  const [editing, setEditing] = useState<Communication | 'new' | null>(null);
  const [removing, setRemoving] = useState<Communication | null>(null);
  const path = `/assets/${assetid}/communications`;
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['communications', assetid],
    queryFn: () => get<Communication[]>(path),
  });
  if (isPending) return <SkeletonRows rows={4} />;
  if (error) return <ErrorView error={error} retry={refetch} />;
  const add = canedit && (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconPlus size={14} />}
      onClick={() => setEditing('new')}
    >
      Add an address
    </Button>
  );
  const remove = async () => {
    const answer = await request('DELETE', `${path}/${removing?.communicationid}`);
    await queryClient.invalidateQueries({ queryKey: ['communications', assetid] });
    toastDone(`${removing?.address} removed.`, answer.auditid);
  };
  return (
    <section className="mw-card">
      {data.length > 0 && (
        <header>
          <h2>Addresses</h2>
          {add}
        </header>
      )}
      {data.length === 0 ? (
        <EmptyState icon={<IconNetwork size={32} />} title="No address known" actions={add}>
          IP and MAC addresses, and serial lines. The agent and the collectors keep those of PCs up to date.
        </EmptyState>
      ) : (
        <div style={{ overflowX: 'auto' }}>
          <table className="mw-table mw-stackable">
            <thead>
              <tr>
                <th>Kind</th>
                <th>Address</th>
                <th>Notes</th>
                <th>
                  <span className="mw-visually-hidden">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {data.map((row) => (
                <tr key={row.communicationid}>
                  <td data-label="Kind">
                    {COMMUNICATION_TYPES.find((type) => type.value === row.commtype)?.label ?? row.commtype}
                  </td>
                  <td data-label="Address" className="mw-mono">
                    {row.address}{' '}
                    {row.isprimary && (
                      <Badge size="sm" variant="light">
                        Primary
                      </Badge>
                    )}
                  </td>
                  <td data-label="Notes" className="mw-wrap">
                    {row.notes}
                  </td>
                  <td data-number>
                    {canedit && (
                      <>
                        <ActionIcon aria-label={`Edit ${row.address}`} onClick={() => setEditing(row)}>
                          <IconPencil size={16} />
                        </ActionIcon>
                        <ActionIcon aria-label={`Remove ${row.address}`} onClick={() => setRemoving(row)}>
                          <IconTrash size={16} />
                        </ActionIcon>
                      </>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
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
        title={`Remove ${removing?.address ?? ''}?`}
        action="Remove"
        danger
        onConfirm={remove}
      >
        The asset is no longer found by this address.
      </ConfirmModal>
    </section>
  );
}
