import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import type { RefSource } from '../../register/ref-options.ts';
import { RefSelect } from '../../register/ref-select.tsx';
import { type Choices, choiceOf, type UnknownValue, type ValueChoice, withValue } from './import-choices.ts';

interface ValueItemProps {
  value: UnknownValue;
  source: RefSource | undefined;
  isCreatable: boolean;
  choices: Choices;
  onChoices: (choices: Choices) => void;
}

const COUNT = new Intl.NumberFormat('en');
/** The option that lets the user search for a record. */
const OTHER = 'other';

/** Lets the user choose what happens to one unknown value. */
export function ValueItem({ value, source, isCreatable, choices, onChoices }: ValueItemProps) {
  const [isSearching, setIsSearching] = useState(false);
  const choice = choiceOf(choices, value);
  const isSuggested = value.suggestions.some(({ id }) => id === choice);
  const isOther = isSearching || (typeof choice === 'number' && !isSuggested);
  const choose = (next: ValueChoice) => onChoices(withValue(choices, value, next));
  const select = (option: string) => {
    setIsSearching(option === OTHER);
    if (option !== OTHER) choose(/^\d+$/.test(option) ? Number(option) : (option as ValueChoice));
  };
  return (
    <li>
      <div className="mw-mapping-from">
        <strong>{value.value}</strong>
        <span className="mw-muted">
          {COUNT.format(value.rows)} {value.rows === 1 ? 'row' : 'rows'}
        </span>
      </div>
      <div className="mw-values-choice">
        <NativeSelect
          aria-label={`Choice for ${value.value}`}
          value={isOther ? OTHER : String(choice)}
          data={optionsOf(value, source, isCreatable)}
          onChange={(event) => select(event.currentTarget.value)}
        />
        {isOther && source && (
          <RefSelect
            aria-label={`Record for ${value.value}`}
            placeholder="Search"
            source={source}
            value={typeof choice === 'number' ? String(choice) : null}
            onChange={(id) => {
              setIsSearching(true);
              choose(id === null ? 'error' : Number(id));
            }}
          />
        )}
      </div>
    </li>
  );
}

function optionsOf({ suggestions }: UnknownValue, source: RefSource | undefined, isCreatable: boolean) {
  return [
    { value: 'error', label: 'Choose' },
    ...suggestions.map(({ id, name }) => ({ value: String(id), label: `Use ${name}` })),
    ...(source ? [{ value: OTHER, label: 'Use another record' }] : []),
    ...(isCreatable ? [{ value: 'create', label: 'Create' }] : []),
    { value: 'empty', label: 'Leave empty' },
    { value: 'skip', label: 'Skip rows' },
  ];
}
