import { NativeSelect } from '@mantine/core';
import type { NotationChoice } from './import-types.ts';

const DECIMALS = [
  { value: 'auto', label: 'Detect' },
  { value: 'point', label: 'Point: 1,250.50' },
  { value: 'comma', label: 'Comma: 1.250,50' },
];
const ORDERS = [
  { value: '', label: 'Year first: 2027-12-31' },
  { value: 'dmy', label: 'Day first: 31.12.2027' },
  { value: 'mdy', label: 'Month first: 12/31/2027' },
];

interface ImportNotationProps {
  notation: NotationChoice;
  onNotation: (notation: NotationChoice) => void;
}

/** Lets the user choose the notation of numbers and dates. Both choices apply to all columns. */
export function ImportNotation({ notation, onNotation }: ImportNotationProps) {
  return (
    <div className="mw-import-notation">
      <NativeSelect
        label="Decimal separator"
        data={DECIMALS}
        value={notation.decimal}
        onChange={(event) => onNotation({ ...notation, decimal: event.currentTarget.value })}
      />
      <NativeSelect
        label="Date order"
        data={ORDERS}
        value={notation.dateorder}
        onChange={(event) => onNotation({ ...notation, dateorder: event.currentTarget.value })}
      />
    </div>
  );
}
