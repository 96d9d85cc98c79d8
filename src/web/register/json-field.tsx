import { ActionIcon, Input, Textarea, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { FieldDescriptor } from '../../kit/resource/descriptor.ts';
import { useRegisters } from '../api/queries.ts';
import { SmallButton } from '../parts/small-button.tsx';
import { RefSelect } from './ref-select.tsx';
import { TextListField } from './text-list-field.tsx';

interface JsonFieldProps {
  field: FieldDescriptor;
  value: unknown;
  error?: string;
  onChange: (value: unknown) => void;
}

type Row = Record<string, unknown>;

/**
 * Shows the input of a structured value: one input per text of a list, a table if its columns are declared,
 * otherwise JSON text.
 */
export function JsonField(props: JsonFieldProps) {
  if (props.field.texts) return <TextListField {...props} />;
  const { rows } = props.field;
  return rows ? <RowsField {...props} columns={rows} /> : <JsonText {...props} />;
}

function JsonText({ field, value, error, onChange }: JsonFieldProps) {
  const [text, setText] = useState(
    value === null || value === undefined ? '' : JSON.stringify(value, null, 2),
  );
  const [broken, setBroken] = useState(false);
  const type = (next: string) => {
    setText(next);
    try {
      onChange(next.trim() === '' ? null : JSON.parse(next));
      setBroken(false);
    } catch {
      setBroken(true);
    }
  };
  return (
    <Textarea
      id={`field-${field.name}`}
      label={field.title}
      description={field.help}
      error={broken ? 'This is not valid JSON. Saving uses the last valid value.' : error}
      rows={4}
      spellCheck={false}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
    />
  );
}

function RowsField({
  field,
  value,
  error,
  onChange,
  columns,
}: JsonFieldProps & { columns: FieldDescriptor[] }) {
  const rows = Array.isArray(value) ? (value as Row[]) : [];
  const set = (index: number, name: string, next: unknown) =>
    onChange(rows.map((row, at) => (at === index ? { ...row, [name]: next } : row)));
  return (
    <Input.Wrapper label={field.title} description={field.help} error={error} labelElement="div">
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity before they are saved
        <div key={index} className="mw-rows-row">
          {columns.map((column) => (
            <RowCell
              key={column.name}
              column={column}
              row={row}
              onChange={(next) => set(index, column.name, next)}
            />
          ))}
          <ActionIcon
            size={36}
            aria-label={`Remove row ${index + 1}`}
            onClick={() => onChange(rows.filter((_, at) => at !== index))}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </div>
      ))}
      <SmallButton className="mw-rows-add" icon={IconPlus} onClick={() => onChange([...rows, {}])}>
        Add
      </SmallButton>
    </Input.Wrapper>
  );
}

interface RowCellProps {
  column: FieldDescriptor;
  row: Row;
  onChange: (value: unknown) => void;
}

function RowCell({ column, row, onChange }: RowCellProps) {
  const registers = useRegisters();
  const register = registers.find((one) => one.path === column.ref?.path);
  const numeric = column.kind === 'integer' || column.kind === 'number';
  const value = row[column.name];
  const text = value === null || value === undefined ? '' : String(value);
  if (register) {
    return (
      <RefSelect
        aria-label={column.title}
        placeholder={column.title}
        source={register}
        value={text || null}
        valuelabel={String(row[column.ref?.display ?? ''] ?? '')}
        onChange={(id) => onChange(id === null ? null : Number(id))}
      />
    );
  }
  return (
    <TextInput
      aria-label={column.title}
      placeholder={column.title}
      type={numeric ? 'number' : 'text'}
      value={text}
      onChange={({ currentTarget }) =>
        onChange(
          currentTarget.value === '' ? null : numeric ? Number(currentTarget.value) : currentTarget.value,
        )
      }
    />
  );
}
