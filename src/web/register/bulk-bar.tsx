import { CloseButton } from '@mantine/core';
import { IconArchive, IconPencil, IconTag } from '@tabler/icons-react';
import { useState } from 'react';
import type { RegisterDescriptor } from '../../kit/resource/descriptor.ts';
import { toSentenceForm } from '../../kit/sentence-form.ts';
import type { RegisterRecord } from '../api/types.ts';
import { useNavigateTo } from '../parts/app-link.tsx';
import { SmallButton } from '../parts/small-button.tsx';
import { BulkEditModal } from './bulk-edit-modal.tsx';
import { MAX_BULK_RECORDS, toListTarget, toRecordsTarget } from './bulk-scope.ts';
import { labelsPath } from './label-path.ts';
import type { ListState } from './list-state.ts';
import { pluralName } from './plural.ts';
import { RemoveMany } from './remove-many.tsx';
import { SelectMatching } from './select-matching.tsx';
import { SelectionActions } from './selection-actions.tsx';

interface BulkBarProps {
  register: RegisterDescriptor;
  records: RegisterRecord[];
  /** Set when all rows of this page are selected. */
  fullpage: boolean;
  /** Number of rows on all pages. */
  total: number;
  state: ListState;
  onDone: () => void;
}

const COUNT = new Intl.NumberFormat('en');

/**
 * Shows the actions on the selected rows. In a register of assets they can be extended to all matching rows.
 */
export function BulkBar({ register, records, fullpage, total, state, onDone }: BulkBarProps) {
  const [open, setOpen] = useState<'edit' | 'deactivate' | null>(null);
  const go = useNavigateTo();
  const [wanted, setWanted] = useState(false);
  const extendable = fullpage && total > records.length && register.isasset;
  const isTooMuch = total > MAX_BULK_RECORDS;
  const everything = wanted && extendable && !isTooMuch;
  const count = everything ? total : records.length;
  const many = `${COUNT.format(count)} ${count === 1 ? toSentenceForm(register.titleone) : pluralName(register)}`;
  const addressOfLabels = labelsPath(register, records);
  const target = everything ? toListTarget(register, state) : toRecordsTarget(records);
  return (
    <section className="mw-bulk" aria-label="Selected rows">
      <strong role="status">{COUNT.format(count)} selected</strong>
      {extendable && isTooMuch && (
        <span className="mw-muted">
          {COUNT.format(total)} match. You can change at most {COUNT.format(MAX_BULK_RECORDS)} at once. Add a
          filter.
        </span>
      )}
      {extendable && !isTooMuch && (
        <SelectMatching
          state={state}
          many={COUNT.format(total)}
          everything={everything}
          onChange={setWanted}
        />
      )}
      {register.isasset && register.can.edit && (
        <SmallButton icon={IconPencil} onClick={() => setOpen('edit')}>
          Edit
        </SmallButton>
      )}
      <SelectionActions
        register={register}
        records={records}
        everything={everything ? { state, total } : undefined}
      />
      {!everything && addressOfLabels && (
        <SmallButton icon={IconTag} onClick={() => go(addressOfLabels)}>
          Labels
        </SmallButton>
      )}
      {register.can.delete && (
        <SmallButton icon={IconArchive} onClick={() => setOpen('deactivate')}>
          {register.softdelete ? 'Deactivate' : 'Delete'}
        </SmallButton>
      )}
      <CloseButton size="sm" ml="auto" aria-label="Clear selection" onClick={onDone} />
      {open === 'edit' && (
        <BulkEditModal
          register={register}
          target={target}
          count={count}
          onClose={() => setOpen(null)}
          onDone={onDone}
        />
      )}
      <RemoveMany
        register={register}
        records={records}
        target={target}
        many={many}
        count={count}
        everything={everything}
        opened={open === 'deactivate'}
        onClose={() => setOpen(null)}
        onDone={onDone}
      />
    </section>
  );
}
