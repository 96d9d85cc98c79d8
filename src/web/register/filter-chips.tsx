import { CloseButton, Popover } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { FiltersProps } from './add-filter.tsx';
import { type ActiveFilter, listActiveFilters } from './filters/filter-choices.ts';
import { listFilterValues, operatorLabel, operatorOf } from './filters/filter-values.ts';
import { useFilterTexts } from './filters/use-filter-texts.ts';

const FilterEditor = lazy(async () => ({
  default: (await import('./filters/filter-editor.tsx')).FilterEditor,
}));

/** Shows the active filters; each can be changed or removed. */
export function FilterChips({ filters, values, onValues }: FiltersProps) {
  const set = (previous: string, next: [string, string] | undefined) => {
    const entries = Object.entries(values).filter(([name]) => name !== previous && name !== next?.[0]);
    onValues(Object.fromEntries(next ? [...entries, next] : entries));
  };
  return listActiveFilters(filters, values).map((active) => (
    <FilterChip key={active.parameter} active={active} onChange={(next) => set(active.parameter, next)} />
  ));
}

interface FilterChipProps {
  active: ActiveFilter;
  onChange: (parameter: [string, string] | undefined) => void;
}

function FilterChip({ active, onChange }: FilterChipProps) {
  const { filter, operator } = active;
  const [opened, setOpened] = useState(false);
  const values = listFilterValues(active);
  const texts = useFilterTexts(active);
  const isPlainText = filter.kind === 'text' && !filter.whole && !filter.operators;
  const verb = isPlainText && !operator ? 'contains' : operatorLabel(filter, operatorOf(filter, active));
  return (
    <span className="mw-chip" style={{ cursor: 'default' }}>
      <Popover opened={opened} onChange={setOpened} width={300} shadow="md" trapFocus returnFocus>
        <Popover.Target>
          <button type="button" className="mw-plain mw-chip-text" onClick={() => setOpened(!opened)}>
            {filter.title} {verb}{' '}
            {texts.map((text, index) => (
              <span key={values[index]}>
                {index > 0 && ' or '}
                <strong>{text}</strong>
              </span>
            ))}
          </button>
        </Popover.Target>
        <Popover.Dropdown>
          <Suspense>
            <FilterEditor
              filter={filter}
              active={active}
              labels={texts}
              onApply={(next) => {
                onChange(next);
                setOpened(false);
              }}
            />
          </Suspense>
        </Popover.Dropdown>
      </Popover>
      <CloseButton
        size="sm"
        aria-label={`Remove filter ${filter.title}`}
        onClick={() => onChange(undefined)}
      />
    </span>
  );
}
