import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import type { RegisterDescriptor } from '../../../kit/resource/descriptor.ts';
import { useRegisters } from '../../api/queries.ts';
import type { RegisterRecord } from '../../api/types.ts';
import { recordId } from '../resolve.ts';
import { findEditableFields, isEditable } from './editable-fields.ts';

const CellEditor = lazy(async () => ({ default: (await import('./cell-editor.tsx')).CellEditor }));

/** Editing the cells of a list. */
export interface CellEditing {
  canEdit: (record: RegisterRecord, column: string) => boolean;
  start: (id: string, column: string) => void;
  /** Returns the editor of a cell while it is open. */
  renderEditor: (record: RegisterRecord, column: string) => ReactNode;
}

/** Returns which cells of a list can be edited, and the editor of the open one. */
export function useCellEditing(register: RegisterDescriptor, rows: readonly RegisterRecord[]): CellEditing {
  const registers = useRegisters();
  const fields = useMemo(() => findEditableFields(register, registers), [register, registers]);
  const [open, setOpen] = useState<{ id: string; column: string } | null>(null);
  const canEdit = (record: RegisterRecord, column: string) => isEditable(fields.get(column), record);
  const close = () => {
    setOpen(null);
    if (open) focusCell(open.id, open.column);
  };
  return {
    canEdit,
    start: (id, column) => {
      const record = rows.find((one) => recordId(register, one) === id);
      if (record && canEdit(record, column)) setOpen({ id, column });
    },
    renderEditor: (record, column) => {
      const field = fields.get(column);
      if (!field || open?.column !== column || open.id !== recordId(register, record)) return null;
      return (
        <Suspense fallback={null}>
          <CellEditor register={register} record={record} field={field} onClose={close} />
        </Suspense>
      );
    },
  };
}

const focusCell = (id: string, column: string): void =>
  document
    .querySelector<HTMLElement>(`tr[data-id="${CSS.escape(id)}"] > td[data-cell="${CSS.escape(column)}"]`)
    ?.focus();
