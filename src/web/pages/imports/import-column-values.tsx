import { Button } from '@mantine/core';
import { useState } from 'react';
import type { RefSource } from '../../register/ref-options.ts';
import { type Choices, type UnknownChoice, type UnknownValue, withColumn } from './import-choices.ts';
import { ValueItem } from './import-value-item.tsx';

const PAGE_SIZE = 20;

export interface ColumnValuesProps {
  column: string;
  values: readonly UnknownValue[];
  source: RefSource | undefined;
  /** Set when the user may add records to the register of the column. */
  isCreatable: boolean;
  choices: Choices;
  onChoices: (choices: Choices) => void;
}

const ACTIONS: [choice: UnknownChoice, label: string][] = [
  ['create', 'Create all'],
  ['empty', 'Leave all empty'],
  ['skip', 'Skip all rows'],
];

/** Shows the unknown values of one column, with buttons that choose for all of them. */
export function ColumnValues({ column, values, source, isCreatable, choices, onChoices }: ColumnValuesProps) {
  const [limit, setLimit] = useState(PAGE_SIZE);
  const current = choices.unknown[column] ?? 'error';
  const actions = ACTIONS.filter(([choice]) => isCreatable || choice !== 'create');
  return (
    <section aria-label={`Unknown values of ${column}`}>
      <div className="mw-values-head">
        <strong>{column}</strong>
        <div className="mw-values-actions">
          {actions.map(([choice, label]) => (
            <Button
              key={choice}
              size="compact-sm"
              variant={current === choice ? 'light' : 'default'}
              aria-pressed={current === choice}
              aria-label={`${label}: ${column}`}
              onClick={() => onChoices(withColumn(choices, column, current === choice ? 'error' : choice))}
            >
              {label}
            </Button>
          ))}
        </div>
      </div>
      <ul className="mw-values">
        {values.slice(0, limit).map((value) => (
          <ValueItem
            key={value.value}
            value={value}
            source={source}
            isCreatable={isCreatable}
            choices={choices}
            onChoices={onChoices}
          />
        ))}
      </ul>
      {values.length > limit && (
        <div className="mw-values-head">
          <Button variant="default" size="compact-sm" onClick={() => setLimit(limit + PAGE_SIZE)}>
            Show {Math.min(PAGE_SIZE, values.length - limit)} more of {values.length}
          </Button>
        </div>
      )}
    </section>
  );
}
