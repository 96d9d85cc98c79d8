import { Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { get } from '../api/client.ts';
import type { RegisterRecord } from '../api/types.ts';

export interface RefSource {
  path: string;
  idfield: string;
  labelfield: string;
}

export interface RefSelectProps extends Omit<SelectProps, 'data' | 'value' | 'onChange' | 'searchable'> {
  source: RefSource;
  value: string | null;
  /** Name of the present value, so that it is shown before any list has come. */
  valuelabel?: string;
  onChange: (id: string | null, label: string) => void;
  /** More of each option's name, for registers whose short name says little. */
  describe?: (record: RegisterRecord) => string;
}

/** Choice among the records of a register; what is typed is searched on the server. */
export function RefSelect({ source, value, valuelabel, onChange, describe, ...rest }: RefSelectProps) {
  const [search, setSearch] = useState('');
  const [chosenlabel, setChosenlabel] = useState(valuelabel ?? '');
  const [opened, setOpened] = useState(false);
  const [asked] = useDebouncedValue(search === chosenlabel ? '' : search, 150);
  const query = { search: asked || undefined, per_page: 50 };
  const { data = [], isFetching } = useQuery({
    queryKey: ['options', source.path, query],
    queryFn: ({ signal }) => get<RegisterRecord[]>(source.path, query, signal),
    placeholderData: keepPreviousData,
    enabled: opened,
  });
  const label = (record: RegisterRecord) =>
    describe?.(record) ?? String(record[source.labelfield] ?? record[source.idfield]);
  const options = data.map((record) => ({ value: String(record[source.idfield]), label: label(record) }));
  if (value && !options.some((option) => option.value === value)) {
    options.unshift({ value, label: chosenlabel || valuelabel || `#${value}` });
  }
  return (
    <Select
      clearable
      {...rest}
      searchable
      data={options}
      value={value}
      filter={({ options: all }) => all}
      searchValue={search}
      onSearchChange={setSearch}
      onDropdownOpen={() => setOpened(true)}
      nothingFoundMessage={isFetching ? 'Searching …' : 'Nothing found'}
      onChange={(id, option) => {
        setChosenlabel(option?.label ?? '');
        onChange(id, option?.label ?? '');
      }}
      maxDropdownHeight={280}
      clearButtonProps={{ 'aria-label': 'Clear', tabIndex: -1 }}
    />
  );
}
