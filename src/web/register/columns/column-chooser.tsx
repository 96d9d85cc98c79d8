import { Button, Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { FieldDescriptor } from '../../../kit/resource/descriptor.ts';
import { listColumnFields, listDefaultColumns, listShownFields } from '../list-columns.tsx';
import type { ListToolbarProps } from '../list-toolbar-props.ts';
import { ColumnButtons } from './column-buttons.tsx';
import { moveColumn, toggleColumn } from './list-column.ts';
import { useColumnDrag } from './use-column-drag.ts';

/** Shows the chosen columns in their order, and the other fields in groups. */
export function ColumnChooser({ register, columns, onColumns }: ListToolbarProps) {
  const [typed, setTyped] = useState('');
  const drag = useColumnDrag((name, target) => onColumns(moveColumn(columns, name, target)));
  const words = typed.toLowerCase().split(/\s+/);
  const isFound = ({ title }: FieldDescriptor) => words.every((word) => title.toLowerCase().includes(word));
  const shown = listShownFields(register, columns);
  const others = listColumnFields(register).filter((field) => !shown.includes(field) && isFound(field));
  const found = shown.filter(isFound);
  const choice = (field: FieldDescriptor, isShown: boolean) => (
    <Checkbox
      size="xs"
      label={field.title}
      checked={isShown}
      disabled={field.name === register.labelfield}
      onChange={() => onColumns(toggleColumn(columns, field.name))}
    />
  );
  return (
    <div className="mw-columns">
      <TextInput
        size="xs"
        aria-label="Find a column"
        placeholder="Find a column"
        data-autofocus
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <div className="mw-columns-list">
        {found.length > 0 && <h2>Shown</h2>}
        <ul aria-label="Shown columns">
          {found.map((field) => (
            <li key={field.name} {...drag(field.name)}>
              {choice(field, true)}
              <ColumnButtons name={field.name} title={field.title} columns={columns} onColumns={onColumns} />
            </li>
          ))}
        </ul>
        {[...Map.groupBy(others, ({ section }) => section)].map(([section, fields]) => (
          <section key={section} aria-label={section}>
            <h2>{section}</h2>
            <ul>
              {fields.map((field) => (
                <li key={field.name}>{choice(field, false)}</li>
              ))}
            </ul>
          </section>
        ))}
        {found.length + others.length === 0 && <p className="mw-muted">No matching columns.</p>}
      </div>
      <Button
        size="compact-sm"
        variant="subtle"
        style={{ alignSelf: 'start' }}
        ml={-8}
        onClick={() => onColumns(listDefaultColumns(register))}
      >
        Reset columns
      </Button>
    </div>
  );
}
