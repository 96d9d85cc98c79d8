import { Group, MultiSelect, Select, TagsInput, TextInput } from '@mantine/core';
import { DateInput } from '../../parts/date-input.tsx';
import type { FilterChoice } from './filter-choices.ts';
import { hasSeveralValues, type OperatorChoice } from './filter-values.ts';
import { RefMultiSelect } from './ref-multi-select.tsx';

interface OperatorValueProps {
  filter: FilterChoice;
  operator: OperatorChoice;
  values: string[];
  /** The names of the current values of a reference. */
  labels: readonly string[];
  onValues: (values: string[]) => void;
}

const INSIDE = { withinPortal: false };
const YES_NO = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];

/** Shows the input for the values of a filter with an operator. */
export function OperatorValue({ filter, operator, values, labels, onValues }: OperatorValueProps) {
  const shared = { label: 'Value', 'data-autofocus': true, autoFocus: true };
  const single = { ...shared, value: values[0] ?? '' };
  if (operator === 'empty' || operator === 'filled') return null;
  if (operator === 'last' || operator === 'next')
    return <PeriodInput value={single.value} onChange={(value) => onValues([value])} />;
  if (filter.kind === 'ref' && filter.ref)
    return (
      <RefMultiSelect
        {...shared}
        source={filter.ref}
        value={values}
        labels={labels}
        onChange={onValues}
        comboboxProps={INSIDE}
      />
    );
  if (filter.kind === 'select')
    return (
      <MultiSelect
        {...shared}
        data={filter.options ?? []}
        value={values}
        onChange={onValues}
        searchable
        comboboxProps={INSIDE}
      />
    );
  if (filter.kind === 'boolean')
    return (
      <Select
        {...single}
        data={YES_NO}
        onChange={(value) => onValues(value ? [value] : [])}
        comboboxProps={INSIDE}
      />
    );
  if (filter.kind === 'text' && hasSeveralValues(filter, operator))
    return <TagsInput {...shared} value={values} onChange={onValues} acceptValueOnBlur splitChars={[]} />;
  if (filter.kind === 'date')
    return <DateInput {...single} isInPopover onChange={(day) => onValues([day])} />;
  return (
    <TextInput
      {...single}
      type={filter.kind}
      step="any"
      onChange={(event) => onValues([event.currentTarget.value])}
    />
  );
}

const UNITS = [
  { value: 'd', label: 'days' },
  { value: 'h', label: 'hours' },
];

function PeriodInput({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [, count = '', unit = 'd'] = /^(\d*)([dh])$/i.exec(value) ?? [];
  const set = (nextCount: string, nextUnit: string) => onChange(nextCount === '' ? '' : nextCount + nextUnit);
  return (
    <Group gap={8} align="end" wrap="nowrap">
      <TextInput
        label="Number"
        type="number"
        min={1}
        max={99_999}
        value={count}
        onChange={(event) => set(event.currentTarget.value.replace(/\D/g, ''), unit)}
        data-autofocus
        autoFocus
      />
      <Select
        label="Unit"
        data={UNITS}
        value={unit.toLowerCase()}
        allowDeselect={false}
        onChange={(next) => set(count, next ?? 'd')}
        comboboxProps={INSIDE}
        w={110}
      />
    </Group>
  );
}
