import { Button, Select } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { FilterInput } from '../filter-input.tsx';
import type { ActiveFilter, FilterChoice } from './filter-choices.ts';
import {
  hasSeveralValues,
  listFilterValues,
  listOperatorChoices,
  type OperatorChoice,
  operatorLabel,
  operatorOf,
  toFilterParameter,
} from './filter-values.ts';
import { OperatorValue } from './operator-value.tsx';

interface FilterEditorProps {
  filter: FilterChoice;
  /** The filter that is changed; absent for a new one. */
  active?: ActiveFilter;
  /** The display texts of its values. */
  labels?: readonly string[];
  /** Called with the name of a parameter and its value; with undefined to remove the filter. */
  onApply: (parameter: [string, string] | undefined) => void;
}

/** Lets the user choose the operator and the values of a filter. */
export function FilterEditor({ filter, active, labels = [], onApply }: FilterEditorProps) {
  const [operator, setOperator] = useState<OperatorChoice>(operatorOf(filter, active));
  const [values, setValues] = useState(active && active.operator !== 'empty' ? listFilterValues(active) : []);
  if (!filter.operators)
    return (
      <FilterInput
        filter={filter}
        value={active?.value ?? ''}
        valuelabel={labels[0]}
        onChange={(value) => onApply(value ? [filter.name, value] : undefined)}
      />
    );
  const isPeriod = (one: OperatorChoice) => one === 'last' || one === 'next';
  const change = (next: OperatorChoice) => {
    if (isPeriod(next) !== isPeriod(operator)) setValues([]);
    else if (!hasSeveralValues(filter, next)) setValues(values.slice(0, 1));
    setOperator(next);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onApply(toFilterParameter(filter, operator, values));
  };
  return (
    <form onSubmit={submit} className="mw-stack mw-filter-editor">
      <Select
        label={filter.title}
        data={listOperatorChoices(filter).map((one) => ({ value: one, label: operatorLabel(filter, one) }))}
        value={operator}
        onChange={(next) => next && change(next as OperatorChoice)}
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
      />
      <OperatorValue
        key={operator}
        filter={filter}
        operator={operator}
        values={values}
        labels={labels}
        onValues={setValues}
      />
      {/* At the top, because an open list covers what is below its input. */}
      <Button type="submit" size="compact-sm" className="mw-filter-apply">
        Apply
      </Button>
    </form>
  );
}
