import { Group, Input, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { dayOf } from '../../kit/clock.ts';
import { formatTimeOfDay } from '../../kit/date-format.ts';
import { parseTimeOfDay } from '../../kit/parse-date.ts';
import { readTimeFormat } from './date-format.ts';
import { DateInput } from './date-input.tsx';

interface InstantInputProps {
  id: string;
  name: string;
  label: string;
  description?: ReactNode;
  error?: ReactNode;
  required?: boolean;
  /** A time as the API returns it, the unreadable text that was typed, or an empty text. */
  value: string;
  /** Called with a time, an empty text, or any other text, which the server rejects. */
  onChange: (value: string) => void;
}

interface Typed {
  /** The value that the two texts stand for. */
  value: string;
  day: string;
  time: string;
}

/** Shows inputs for the day and the time of day in the local time zone. Without a time, the day begins at 0:00. */
export function InstantInput({
  value,
  onChange,
  error,
  description,
  label,
  id,
  ...input
}: InstantInputProps) {
  const [stored, setTyped] = useState<Typed>(() => split(value));
  const typed = stored.value === value ? stored : split(value);
  const change = (patch: Partial<Typed>) => {
    const next = { ...typed, ...patch };
    const joined = join(next);
    setTyped({ ...next, value: joined });
    onChange(joined);
  };
  const hasBadTime = typed.time !== '' && parseTimeOfDay(typed.time) === null;
  return (
    <Input.Wrapper id={id} label={label} description={description} error={error} required={input.required}>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <DateInput
          {...input}
          id={id}
          flex={1}
          error={Boolean(error)}
          value={typed.day}
          onChange={(day) => change({ day })}
        />
        <TextInput
          aria-label={`${label}, time`}
          placeholder="hh:mm"
          w={110}
          autoComplete="off"
          error={hasBadTime && 'Enter a time such as 14:05.'}
          value={typed.time}
          onChange={(event) => change({ time: event.currentTarget.value })}
        />
      </Group>
    </Input.Wrapper>
  );
}

function split(value: string): Typed {
  const at = new Date(value);
  if (Number.isNaN(at.getTime())) return { value, day: value, time: '' };
  return { value, day: dayOf(at), time: formatTimeOfDay(at, readTimeFormat(), false) };
}

/** Returns the time of both texts. A text that cannot be read stays in the result. */
function join({ day, time }: Typed): string {
  if (day === '') return time;
  const [hours, minutes] = parseTimeOfDay(time || '0:00') ?? [Number.NaN, 0];
  const at = new Date(`${day}T00:00:00`);
  at.setHours(hours, minutes);
  return Number.isNaN(at.getTime()) ? `${day} ${time}`.trim() : at.toISOString();
}
