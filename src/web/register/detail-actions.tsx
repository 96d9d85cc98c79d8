import { ActionIcon, Button, Menu, TextInput } from '@mantine/core';
import {
  IconArchive,
  IconArchiveOff,
  IconDots,
  IconPencil,
  IconPlus,
  IconTag,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import type { RegisterDescriptor } from '../../resource/descriptor.ts';
import { request } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';
import type { RegisterRecord } from '../api/types.ts';
import { useGo } from '../parts/app-link.tsx';
import { ConfirmModal } from '../parts/confirm-modal.tsx';
import { toastDone, toastError } from '../parts/toasts.tsx';
import { recordId, recordLabel } from './resolve.ts';
import { canCreate, canDelete, canRenewSecret, isKept, TYPED_CONFIRMATION } from './rights.ts';
import { SecretRenewal } from './secret-renewal.tsx';

interface DetailActionsProps {
  register: RegisterDescriptor;
  record: RegisterRecord;
}

/** Edit, deactivate or restore, delete: as far as this caller may. */
export function DetailActions({ register, record }: DetailActionsProps) {
  const go = useGo();
  const [asking, setAsking] = useState(false);
  const address = `${register.path}/${recordId(register, record)}`;
  const label = recordLabel(register, record);
  const inactive = record.isactive === false;
  const mayRemove = canDelete(register) && !(inactive && isKept(register));
  const printable = labelAddress(register, record);
  const restore = async () => {
    try {
      // Only the general register of assets takes isactive; the registers of the types leave it alone.
      const path = register.isasset ? `/assets/${record.assetid}` : address;
      const answer = await request<RegisterRecord>('PUT', path, { body: { isactive: true } });
      await queryClient.invalidateQueries();
      if (answer.data.isactive !== true) throw new Error('The server left it inactive.');
      toastDone(`${label} is active again.`, answer.auditid);
    } catch (error) {
      toastError(error, `${label} could not be restored`);
    }
  };
  return (
    <>
      {inactive && register.can.edit && (
        <Button variant="default" leftSection={<IconArchiveOff size={16} />} onClick={restore}>
          Restore
        </Button>
      )}
      {register.can.edit && !inactive && (
        <Button leftSection={<IconPencil size={16} />} onClick={() => go(`${address}/edit`)}>
          Edit
        </Button>
      )}
      {canRenewSecret(register) && <SecretRenewal address={address} label={label} />}
      {(printable || canCreate(register) || mayRemove) && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon size={36} variant="default" aria-label="More actions">
              <IconDots size={18} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {printable && (
              <Menu.Item
                leftSection={<IconTag size={16} />}
                onClick={() => go(`/print/asset-label/${printable}`)}
              >
                Label
              </Menu.Item>
            )}
            {canCreate(register) && (
              <Menu.Item leftSection={<IconPlus size={16} />} onClick={() => go(`${register.path}/new`)}>
                Another {register.titleone.toLowerCase()}
              </Menu.Item>
            )}
            {mayRemove && (
              <Menu.Item
                color="red"
                leftSection={isKept(register) ? <IconArchive size={16} /> : <IconTrash size={16} />}
                onClick={() => setAsking(true)}
              >
                {isKept(register) ? 'Deactivate' : 'Delete'}
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
      <RemoveModal register={register} record={record} opened={asking} onClose={() => setAsking(false)} />
    </>
  );
}

/** What the label page calls the record: every asset has a label, and every place. */
function labelAddress(register: RegisterDescriptor, record: RegisterRecord): string | null {
  if (register.isasset && record.assetid) return `asset/${record.assetid}`;
  return register.path === '/locations' ? `location/${record.locationid}` : null;
}

function RemoveModal({
  register,
  record,
  opened,
  onClose,
}: DetailActionsProps & { opened: boolean; onClose: () => void }) {
  const go = useGo();
  const [typed, setTyped] = useState('');
  const label = recordLabel(register, record);
  const kept = isKept(register);
  const mustType = TYPED_CONFIRMATION.has(register.path);
  const remove = async () => {
    const body = mustType ? { confirm: typed } : undefined;
    const answer = await request('DELETE', `${register.path}/${recordId(register, record)}`, { body });
    if (!kept) go(register.path);
    // What is gone would only be asked for in vain.
    const isGone = (key: readonly unknown[]) =>
      !kept && key[0] === 'record' && key[1] === register.path && key[2] === recordId(register, record);
    await queryClient.invalidateQueries({ predicate: ({ queryKey }) => !isGone(queryKey) });
    toastDone(`${label} ${kept ? 'deactivated' : 'deleted'}.`, answer.auditid);
  };
  return (
    <ConfirmModal
      opened={opened}
      onClose={onClose}
      title={`${kept ? 'Deactivate' : 'Delete'} ${label}?`}
      action={kept ? 'Deactivate' : 'Delete'}
      danger
      disabled={mustType && typed !== label}
      onConfirm={remove}
    >
      {kept
        ? 'It leaves lists, counts and the map. Its number stays taken, its history stays, and it can be restored.'
        : 'It is removed for good. If anything still uses it, the server refuses and says what.'}
      {mustType && (
        <TextInput
          mt="md"
          label={`Type “${label}” to confirm`}
          description="Its versions and installer files go with it."
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
    </ConfirmModal>
  );
}
