import { Button, Group, Popover } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, type SyntheticEvent, useRef, useState } from 'react';
import type { FieldDescriptor, RegisterDescriptor } from '../../../kit/resource/descriptor.ts';
import { errorMessage } from '../../api/api-error.ts';
import { queryClient } from '../../api/query-client.ts';
import type { RegisterRecord } from '../../api/types.ts';
import { FormField } from '../form-field.tsx';
import { diffValues, findMissingValues, recordValues } from '../form-values.ts';
import { useSaveRecord } from '../save-record.ts';

interface CellEditorProps {
  register: RegisterDescriptor;
  record: RegisterRecord;
  field: FieldDescriptor;
  onClose: () => void;
}

/**
 * Edits one value of a record beside its cell, with the version check of the form. Enter saves, and Escape
 * cancels.
 */
export function CellEditor({ register, record, field, onClose }: CellEditorProps) {
  const { name } = field;
  // The values when the user started, even if the list is read again meanwhile.
  const [before] = useState(() => recordValues([field], record));
  const [value, setValue] = useState(before[name]);
  const { save, busy, failure, forget } = useSaveRecord(register, record);
  const [missing, setMissing] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const isStale = failure?.code === 'STALE_WRITE';
  const error = missing ?? failure?.fielderrors[name] ?? (failure && errorMessage(failure));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const changes = diffValues(before, { [name]: value });
    if (Object.keys(changes).length === 0) return onClose();
    const empty = findMissingValues([field], { [name]: value })[name];
    setMissing(empty);
    if (empty === undefined && (await save(changes))) return onClose();
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // The first Escape closes the open list of a choice.
    const isListOpen = (event.target as HTMLElement).getAttribute('aria-expanded') === 'true';
    if (event.key === 'Escape' && !isListOpen) onClose();
  };
  return (
    <Popover
      opened
      trapFocus
      position="bottom-start"
      shadow="md"
      width={300}
      closeOnClickOutside={false}
      closeOnEscape={false}
      // The place beside the cell is no control, so it has no role.
      withRoles={false}
    >
      <Popover.Target>
        <span className="mw-cell-place" />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={`Edit ${field.title}`} onClick={keep} onDoubleClick={keep}>
        <form ref={form} onSubmit={submit} onKeyDown={onKeyDown} noValidate>
          <FormField
            field={field}
            value={value}
            error={error ?? undefined}
            record={record}
            onChange={(next) => {
              setMissing(undefined);
              setValue(next);
            }}
          />
          <Group gap={8} mt="sm" justify="end">
            {isStale && (
              <Button
                size="compact-sm"
                variant="default"
                onClick={() => void queryClient.invalidateQueries().then(forget)}
              >
                Load changes
              </Button>
            )}
            <Button size="compact-sm" variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button size="compact-sm" type="submit" loading={busy}>
              Save
            </Button>
          </Group>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}

/** Clicks in the editor must not open the row of its cell. */
const keep = (event: SyntheticEvent): void => event.stopPropagation();
