import { Button, Popover, TextInput } from '@mantine/core';
import { IconArrowLeft, IconFilterPlus } from '@tabler/icons-react';
import { type KeyboardEvent, lazy, Suspense, useState } from 'react';
import { SmallButton } from '../parts/small-button.tsx';
import type { FilterChoice } from './filters/filter-choices.ts';

const FilterEditor = lazy(async () => ({
  default: (await import('./filters/filter-editor.tsx')).FilterEditor,
}));

/** The available filters, and the active values by the names of their parameters. */
export interface FiltersProps {
  filters: readonly FilterChoice[];
  values: Readonly<Record<string, string>>;
  onValues: (values: Record<string, string>) => void;
}

/**
 * Adds a filter: the user first chooses the filter, then its value. Shows nothing when all filters are
 * active.
 */
export function AddFilter({
  filters,
  values,
  onValues,
  label = 'Filter',
}: FiltersProps & { label?: string }) {
  const [opened, setOpened] = useState(false);
  const [chosen, setChosen] = useState<FilterChoice | null>(null);
  const free = filters.filter(({ name, operators }) => operators || !values[name]);
  if (free.length === 0) return null;
  const show = (open: boolean) => {
    setOpened(open);
    setChosen(null);
  };
  return (
    <Popover
      opened={opened}
      onChange={show}
      width={300}
      position="bottom-start"
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Button variant="default" leftSection={<IconFilterPlus size={16} />} onClick={() => show(!opened)}>
          {label}
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
            <Suspense>
              <FilterEditor
                key={chosen.name}
                filter={chosen}
                onApply={(next) => {
                  if (next) onValues({ ...values, [next[0]]: next[1] });
                  show(false);
                }}
              />
            </Suspense>
          </>
        ) : (
          <FilterMenu filters={free} onChoose={setChosen} />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

/** Number of filters above which the menu has a search. */
const MAX_PLAIN = 10;

interface FilterMenuProps {
  filters: readonly FilterChoice[];
  onChoose: (filter: FilterChoice) => void;
}

function FilterMenu({ filters, onChoose }: FilterMenuProps) {
  const [text, setText] = useState('');
  const sought = text.trim().toLowerCase();
  const place = ({ title }: FilterChoice) => title.toLowerCase().indexOf(sought);
  const found = filters.filter((filter) => place(filter) >= 0);
  // Titles that begin with the text come first.
  const wanted = sought ? found.toSorted((a, b) => place(a) - place(b)) : found;
  const onEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || !wanted[0]) return;
    // The same key must not submit the form that appears now.
    event.preventDefault();
    onChoose(wanted[0]);
  };
  const groups = Map.groupBy(wanted, ({ group = '' }) => group);
  return (
    <>
      {filters.length > MAX_PLAIN && (
        <TextInput
          aria-label="Find a filter"
          placeholder="Find a filter"
          p={4}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={onEnter}
          data-autofocus
          autoFocus
        />
      )}
      <div className="mw-filter-menu">
        {[...groups].map(([group, members]) => (
          <section key={group} aria-label={group || undefined}>
            {group && <h2 className="mw-filter-group">{group}</h2>}
            <ul className="mw-filter-list">
              {members.map((filter) => (
                <li key={filter.name}>
                  <button type="button" className="mw-nav-leaf mw-plain" onClick={() => onChoose(filter)}>
                    {filter.title}
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
}
