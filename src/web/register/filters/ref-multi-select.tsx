import { MultiSelect, type MultiSelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { type RefSource, refLabel } from '../ref-options.ts';
import { useRefChoices } from '../use-ref-choices.ts';

interface RefMultiSelectProps extends Omit<MultiSelectProps, 'data' | 'value' | 'onChange' | 'searchable'> {
  source: RefSource;
  value: string[];
  /** The names of the current values, which are shown before any list is loaded. */
  labels: readonly string[];
  onChange: (ids: string[]) => void;
}

const PAUSE_MS = 150;

/** Lets the user choose several records of a register. The server searches for the entered text. */
export function RefMultiSelect({ source, value, labels, onChange, ...rest }: RefMultiSelectProps) {
  const [search, setSearch] = useState('');
  const [debounced] = useDebouncedValue(search, PAUSE_MS);
  const [names, setNames] = useState(new Map(value.map((id, index) => [id, labels[index] ?? id])));
  const { records, scrollAreaProps } = useRefChoices(source, debounced, true);
  const found = new Map(records.map((record) => [String(record[source.idfield]), refLabel(source, record)]));
  const all = new Map([...value.map((id) => [id, names.get(id) ?? id] as const), ...found]);
  return (
    <MultiSelect
      {...rest}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      // The server has already searched.
      filter={({ options }) => options}
      data={[...all].map(([id, label]) => ({ value: id, label }))}
      value={value}
      onChange={(ids) => {
        setNames(new Map(ids.map((id) => [id, all.get(id) ?? id])));
        setSearch('');
        onChange(ids);
      }}
      nothingFoundMessage="No matches"
      scrollAreaProps={scrollAreaProps}
    />
  );
}
