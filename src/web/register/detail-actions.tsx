import { ActionIcon, Button, Menu } from '@mantine/core';
import {
  IconArchive,
  IconArchiveOff,
  IconArrowMerge,
  IconDots,
  IconPencil,
  IconPlus,
  IconTag,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import type { RegisterDescriptor } from '../../kit/resource/descriptor.ts';
import { toSentenceForm } from '../../kit/sentence-form.ts';
import { request } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';
import type { RegisterRecord } from '../api/types.ts';
import { useNavigateTo } from '../parts/app-link.tsx';
import { toastDone, toastError } from '../parts/toasts.tsx';
import { labelPath } from './label-path.ts';
import { MergeModal } from './merge-modal.tsx';
import { RemoveModal } from './remove-modal.tsx';
import { recordId, recordLabel } from './resolve.ts';
import { SecretRenewal } from './secret-renewal.tsx';
import { listAvailableVerbs, VerbButton } from './verb-button.tsx';

interface DetailActionsProps {
  register: RegisterDescriptor;
  record: RegisterRecord;
}

/**
 * Shows the actions on a record that the caller may use: verbs, edit, new token, label, merge, reactivate,
 * and deactivate or delete.
 */
export function DetailActions({ register, record }: DetailActionsProps) {
  const go = useNavigateTo();
  const [asking, setAsking] = useState(false);
  const [merging, setMerging] = useState(false);
  const address = `${register.path}/${recordId(register, record)}`;
  const label = recordLabel(register, record);
  const inactive = record.isactive === false;
  const mayRemove = register.can.delete && !(inactive && register.softdelete);
  const printable = labelPath(register, record);
  const restore = async () => {
    try {
      // Only the general asset register accepts `isactive`; the registers of asset types ignore it.
      const path = register.isasset ? `/assets/${record.assetid}` : address;
      const answer = await request<RegisterRecord>('PUT', path, { body: { isactive: true } });
      await queryClient.invalidateQueries();
      if (answer.data.isactive !== true) throw new Error('The appliance did not reactivate the record.');
      toastDone(`${label} is active again.`, answer.auditid);
    } catch (error) {
      toastError(error, `${label} could not be reactivated`);
    }
  };
  return (
    <>
      {listAvailableVerbs(register, record).map((verb) => (
        <VerbButton key={verb.name} register={register} record={record} verb={verb} />
      ))}
      {inactive && register.can.edit && (
        <Button variant="default" leftSection={<IconArchiveOff size={16} />} onClick={restore}>
          Reactivate
        </Button>
      )}
      {register.can.edit && !inactive && (
        <Button leftSection={<IconPencil size={16} />} onClick={() => go(`${address}/edit`)}>
          Edit
        </Button>
      )}
      {register.makessecret && register.can.edit && <SecretRenewal address={address} label={label} />}
      {(printable || register.can.create || mayRemove) && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon size={36} variant="default" aria-label="More actions">
              <IconDots size={18} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {printable && (
              <Menu.Item leftSection={<IconTag size={16} />} onClick={() => go(printable)}>
                Label
              </Menu.Item>
            )}
            {register.can.create && (
              <Menu.Item leftSection={<IconPlus size={16} />} onClick={() => go(`${register.path}/new`)}>
                New {toSentenceForm(register.titleone)}
              </Menu.Item>
            )}
            {register.merges && register.can.delete && (
              <Menu.Item leftSection={<IconArrowMerge size={16} />} onClick={() => setMerging(true)}>
                Merge
              </Menu.Item>
            )}
            {mayRemove && (
              <Menu.Item
                color="red"
                leftSection={register.softdelete ? <IconArchive size={16} /> : <IconTrash size={16} />}
                onClick={() => setAsking(true)}
              >
                {register.softdelete ? 'Deactivate' : 'Delete'}
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
      {merging && <MergeModal register={register} record={record} onClose={() => setMerging(false)} />}
      <RemoveModal register={register} record={record} opened={asking} onClose={() => setAsking(false)} />
    </>
  );
}
