import { TextInput } from '@mantine/core';
import { useState } from 'react';

/** Acts on more things than these ask for their number first: nobody types 679 when he meant 5. */
const ASKED_ABOVE = 20;
const COUNT = new Intl.NumberFormat();

interface TypedCount {
  /** The act may go ahead. */
  isSure: boolean;
  /** Where the number is typed; nothing for few. */
  field: React.ReactNode;
}

/** Has the number of things that an act is for typed, where these are many. Every dialog that acts on many asks so. */
export function useTypedCount(count: number): TypedCount {
  const [text, setText] = useState('');
  if (count <= ASKED_ABOVE) return { isSure: true, field: null };
  const field = (
    <TextInput
      label={`This is for ${COUNT.format(count)}: type that number to go on`}
      inputMode="numeric"
      autoComplete="off"
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
    />
  );
  return { isSure: text.replace(/[^0-9]/g, '') === String(count), field };
}
