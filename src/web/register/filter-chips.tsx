import { CloseButton, Popover } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FilterDescriptor } from '../../kit/resource/descriptor.ts';
import { recordQuery } from '../api/queries.ts';
import type { FiltersProps } from './add-filter.tsx';
import { FilterInput } from './filter-input.tsx';

/** Shows the active filters; each can be changed or removed. */
export function FilterChips({ filters, values, onValues }: FiltersProps) {
  const set = (name: string, value: string | null) => {
    const { [name]: _gone, ...others } = values;
    onValues(value ? { ...others, [name]: value } : others);
  };
  return filters
    .filter(({ name }) => values[name])
    .map((filter) => (
      <FilterChip
        key={filter.name}
        filter={filter}
        value={values[filter.name] ?? ''}
        onChange={(value) => set(filter.name, value)}
      />
    ));
}

interface FilterChipProps {
  filter: FilterDescriptor;
  value: string;
  onChange: (value: string | null) => void;
}

function FilterChip({ filter, value, onChange }: FilterChipProps) {
  const [opened, setOpened] = useState(false);
  const text = useFilterText(filter, value);
  return (
    <span className="mw-chip" style={{ cursor: 'default' }}>
      <Popover opened={opened} onChange={setOpened} width={280} shadow="md" trapFocus returnFocus>
        <Popover.Target>
          <button type="button" className="mw-plain" onClick={() => setOpened(!opened)}>
            {filter.title} {filter.kind === 'text' && !filter.whole ? 'contains' : 'is'}{' '}
            <strong>{text}</strong>
          </button>
        </Popover.Target>
        <Popover.Dropdown>
          <FilterInput
            filter={filter}
            value={value}
            valuelabel={text}
            onChange={(next) => {
              onChange(next);
              setOpened(false);
            }}
          />
        </Popover.Dropdown>
      </Popover>
      <CloseButton size="sm" aria-label={`Remove filter ${filter.title}`} onClick={() => onChange(null)} />
    </span>
  );
}

/** Returns the display text of a filter value. The URL contains an ID, but the user needs a name. */
function useFilterText(filter: FilterDescriptor, value: string): string {
  const { data } = useQuery({
    ...recordQuery(filter.ref?.path ?? '', value),
    enabled: filter.kind === 'ref',
  });
  if (filter.kind === 'ref') return data ? String(data[filter.ref?.labelfield ?? ''] ?? value) : '…';
  if (filter.kind === 'boolean') return value === 'true' ? 'yes' : 'no';
  return filter.options?.find((option) => option.value === value)?.label ?? value;
}
