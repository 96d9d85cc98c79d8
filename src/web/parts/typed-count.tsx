import { TextInput } from '@mantine/core';
import { useState } from 'react';

/**
 * Number of records above which the number must be typed as confirmation, because typing it reveals a
 * mistake.
 */
const CONFIRM_ABOVE = 20;
const COUNT = new Intl.NumberFormat('en');

interface TypedCount {
  /** Set when the action may start. */
  isSure: boolean;
  /** The input for the number; null for few records. */
  field: React.ReactNode;
}

/**
 * Requires the user to type the number of affected records if it is above 20. `ConfirmModal` and `FormModal`
 * apply it.
 */
export function useTypedCount(count: number): TypedCount {
  const [text, setText] = useState('');
  if (count <= CONFIRM_ABOVE) return { isSure: true, field: null };
  const field = (
    <TextInput
      label={`To confirm, type the number ${COUNT.format(count)}`}
      inputMode="numeric"
      autoComplete="off"
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
    />
  );
  return { isSure: text.replace(/[^0-9]/g, '') === String(count), field };
}
