import { Button, Popover } from '@mantine/core';
import { IconArrowLeft, IconFilterPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { FilterDescriptor } from '../../kit/resource/descriptor.ts';
import { SmallButton } from '../parts/small-button.tsx';
import { FilterInput } from './filter-input.tsx';

/** The available filters, and the active values by the names of their filters. */
export interface FiltersProps {
  filters: readonly FilterDescriptor[];
  values: Readonly<Record<string, string>>;
  onValues: (values: Record<string, string>) => void;
}

/**
 * Adds a filter: the user first chooses the filter, then its value. Shows nothing when all filters are
 * active.
 */
export function AddFilter({ filters, values, onValues }: FiltersProps) {
  const [opened, setOpened] = useState(false);
  const [chosen, setChosen] = useState<FilterDescriptor | null>(null);
  const free = filters.filter(({ name }) => !values[name]);
  if (free.length === 0) return null;
  const show = (open: boolean) => {
    setOpened(open);
    setChosen(null);
  };
  return (
    <Popover
      opened={opened}
      onChange={show}
      width={280}
      position="bottom-start"
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Button variant="default" leftSection={<IconFilterPlus size={16} />} onClick={() => show(!opened)}>
          Filter
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={chosen ? 'md' : 4}>
        {chosen ? (
          <>
            <SmallButton
              icon={IconArrowLeft}
              variant="subtle"
              color="gray"
              mb={4}
              ml={-8}
              onClick={() => setChosen(null)}
            >
              All filters
            </SmallButton>
            <FilterInput
              key={chosen.name}
              filter={chosen}
              value=""
              onChange={(value) => {
                if (value) onValues({ ...values, [chosen.name]: value });
                show(false);
              }}
            />
          </>
        ) : (
          <ul className="mw-filter-list">
            {free.map((filter) => (
              <li key={filter.name}>
                <button type="button" className="mw-nav-leaf mw-plain" onClick={() => setChosen(filter)}>
                  {filter.title}
                </button>
              </li>
            ))}
          </ul>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
