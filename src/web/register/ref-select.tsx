import { Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
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
  /** Returns the dialog that creates a record with the entered name. Absent when the user cannot create any. */
  renderCreate?: (props: RefCreateProps) => ReactNode;
}

export interface RefCreateProps {
  /** The entered text. */
  name: string;
  /** Selects the created record. */
  onCreated: (id: string, label: string) => void;
  onClose: () => void;
}

/** Value of the option that creates a record. */
const CREATE = 'create';

/**
 * Lets the user choose a record of a register. The server searches for the entered text, except in map
 * levels. Records whose own name matches come first, and an option to create one comes last.
 */
export function RefSelect({
  source,
  value,
  valuelabel,
  onChange,
  describe,
  renderCreate,
  ...rest
}: RefSelectProps) {
  const [search, setSearch] = useState('');
  const [chosenlabel, setChosenlabel] = useState(valuelabel ?? '');
  const [opened, setOpened] = useState(false);
  const [entered, setEntered] = useState('');
  const [debouncedText] = useDebouncedValue(search === chosenlabel ? '' : search, 150);
  const text = entered || debouncedText;
  const { records, isFetching, scrollAreaProps } = useRefChoices(source, text, opened || entered !== '');
  const label = (record: RegisterRecord) => describe?.(record) ?? refLabel(source, record);
  const options = records.map((record) => ({
    value: String(record[source.idfield]),
    label: label(record),
  }));
  const typed = search !== '' && search !== (chosenlabel || valuelabel);
  const isAnswered = !isFetching && text === (entered || search);
  const name = search.trim();
  const isFound = options.some((option) => option.label.toLowerCase() === name.toLowerCase());
  if (renderCreate && typed && isAnswered && name !== '' && !isFound)
    options.push({ value: CREATE, label: `Create "${name}"` });
  const first = options[0];
  const [created, setCreated] = useState('');
  const startCreation = () => {
    setCreated(name);
    setSearch(chosenlabel);
  };
  const choose = (option: { value: string; label: string } | undefined) => {
    if (!option) return;
    setOpened(false);
    if (option.value === CREATE) return startCreation();
    setChosenlabel(option.label);
    setSearch(option.label);
    onChange(option.value, option.label);
  };
  // Enter after typing chooses the first match, even if the user has left the field when the response arrives.
  useEffect(() => {
    if (!entered || !isAnswered) return;
    setEntered('');
    choose(first);
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
    <>
      <Select
        clearable
        // Ctrl+Enter saves the form and must not clear the value that is marked in the open list.
        allowDeselect={false}
        // An open list would hide the error.
        openOnFocus={!rest.error}
        // The list may still be that of the previous text.
        selectFirstOptionOnChange={false}
        {...rest}
        searchable
        onKeyDown={onEnter}
        // Another text ends the wait for the match of the previous one.
        onInput={() => setEntered('')}
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
          if (id === CREATE) return startCreation();
          setChosenlabel(option?.label ?? '');
          onChange(id, option?.label ?? '');
        }}
        maxDropdownHeight={280}
        scrollAreaProps={scrollAreaProps}
        clearButtonProps={{ 'aria-label': 'Clear', tabIndex: -1 }}
      />
      {created !== '' &&
        renderCreate?.({
          name: created,
          onCreated: (id, text) => choose({ value: id, label: text }),
          onClose: () => setCreated(''),
        })}
    </>
  );
}
