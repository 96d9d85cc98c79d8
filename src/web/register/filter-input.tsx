import { Button, Group, Select, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { FilterDescriptor } from '../../kit/resource/descriptor.ts';
import { DateInput } from '../parts/date-input.tsx';
import { RefSelect } from './ref-select.tsx';

interface FilterInputProps {
  filter: FilterDescriptor;
  value: string;
  valuelabel?: string;
  onChange: (value: string | null) => void;
}

const YES_NO = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];

/** Filters that have a text or a day as their value. */
const TYPED_KINDS: ReadonlySet<FilterDescriptor['kind']> = new Set(['text', 'date', 'number']);

/**
 * Shows the input for one filter. Its dropdowns stay inside the popover, because it would close otherwise.
 */
export function FilterInput({ filter, value, valuelabel, onChange }: FilterInputProps) {
  const combobox = { withinPortal: false };
  if (filter.kind === 'ref' && filter.ref) {
    return (
      <RefSelect
        label={filter.title}
        source={filter.ref}
        value={value || null}
        valuelabel={valuelabel}
        onChange={onChange}
        comboboxProps={combobox}
        data-autofocus
        autoFocus
      />
    );
  }
  if (TYPED_KINDS.has(filter.kind)) return <TextFilter filter={filter} value={value} onChange={onChange} />;
  return (
    <Select
      label={filter.title}
      data={filter.options ?? YES_NO}
      value={value || null}
      onChange={onChange}
      comboboxProps={combobox}
      data-autofocus
      autoFocus
    />
  );
}

function TextFilter({ filter, value, onChange }: FilterInputProps) {
  const [text, setText] = useState(value);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onChange(text.trim() || null);
  };
  const shared = { label: filter.title, value: text, 'data-autofocus': true, autoFocus: true };
  return (
    <form onSubmit={submit}>
      {filter.kind === 'date' ? (
        <DateInput {...shared} isInPopover onChange={setText} />
      ) : (
        <TextInput {...shared} type={filter.kind} onChange={(event) => setText(event.currentTarget.value)} />
      )}
      <Group justify="flex-end" mt="sm">
        <Button type="submit" size="compact-sm">
          Apply
        </Button>
      </Group>
    </form>
  );
}
