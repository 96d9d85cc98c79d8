import { Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { recordQuery } from '../api/queries.ts';
import type { RegisterRecord } from '../api/types.ts';
import { type RefSource, refLabel } from './ref-options.ts';
import { useRefChoices } from './use-ref-choices.ts';

export interface RefSelectProps extends Omit<SelectProps, 'data' | 'value' | 'onChange' | 'searchable'> {
  source: RefSource;
  value: string | null;
  /** Name of the current value, which is shown before any list is loaded. */
  valuelabel?: string;
  /** Called with null and an empty label when the value is cleared. */
  onChange: (id: string | null, label: string) => void;
  /** Returns a longer label of an option, for registers whose short name says little. */
  describe?: (record: RegisterRecord) => string;
}

/**
 * Lets the user choose a record of a register. The server searches for the entered text, except in map
 * levels. Records whose own name matches come first.
 */
export function RefSelect({ source, value, valuelabel, onChange, describe, ...rest }: RefSelectProps) {
  const [search, setSearch] = useState('');
  const [chosenlabel, setChosenlabel] = useState(valuelabel ?? '');
  const [opened, setOpened] = useState(false);
  const [debouncedText] = useDebouncedValue(search === chosenlabel ? '' : search, 150);
  const { records, isFetching } = useRefChoices(source, debouncedText, opened);
  const label = (record: RegisterRecord) => describe?.(record) ?? refLabel(source, record);
  const options = records.map((record) => ({
    value: String(record[source.idfield]),
    label: label(record),
  }));
  const typed = search !== '' && search !== (chosenlabel || valuelabel);
  const isAnswered = !isFetching && debouncedText === search;
  const first = options[0];
  const [entered, setEntered] = useState('');
  const choose = (option: { value: string; label: string } | undefined) => {
    if (!option) return;
    setOpened(false);
    setChosenlabel(option.label);
    setSearch(option.label);
    onChange(option.value, option.label);
  };
  // Enter after typing chooses the first match, even if the response has not arrived yet.
  useEffect(() => {
    if (!entered) return;
    if (entered !== search) setEntered('');
    else if (isAnswered) {
      setEntered('');
      choose(first);
    }
  });
  const onEnter = (event: KeyboardEvent<HTMLInputElement>) => {
    rest.onKeyDown?.(event);
    const isPlain = event.key === 'Enter' && !event.ctrlKey && !event.metaKey;
    const list = event.currentTarget.getAttribute('aria-controls');
    const isMarked = list && document.getElementById(list)?.querySelector('[data-combobox-selected]');
    if (!isPlain || !typed || isMarked || event.nativeEvent.isComposing) return;
    // Enter ends the search and must not submit the form.
    event.preventDefault();
    setEntered(search);
  };
  const missing = value !== null && !options.some((option) => option.value === value);
  const unnamed = missing && !chosenlabel && !valuelabel;
  const stored = useQuery({ ...recordQuery(source.path, value ?? ''), enabled: unnamed });
  if (missing) {
    const found = stored.data ? label(stored.data) : stored.isFetching ? '…' : `#${value}`;
    options.unshift({ value, label: chosenlabel || valuelabel || found });
  }
  return (
    <Select
      clearable
      // An open list would hide the error.
      openOnFocus={!rest.error}
      {...rest}
      searchable
      onKeyDown={onEnter}
      data={options}
      value={value}
      filter={({ options: all }) => all}
      searchValue={search}
      onSearchChange={setSearch}
      dropdownOpened={opened}
      onDropdownOpen={() => setOpened(true)}
      onDropdownClose={() => setOpened(false)}
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
