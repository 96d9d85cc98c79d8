import { ActionIcon, Popover, TextInput, type TextInputProps } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { type KeyboardEvent, lazy, Suspense, useState } from 'react';
import { dayOf } from '../../kit/clock.ts';
import { formatDay } from '../../kit/date-format.ts';
import { parseDay } from '../../kit/parse-date.ts';
import { readDateFormat } from './date-format.ts';

/** The calendar is loaded when it is first opened. */
const Calendar = lazy(async () => ({ default: (await import('./calendar.tsx')).Calendar }));

interface DateInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'min' | 'max' | 'type'> {
  /** A day (`2026-01-31`), the unreadable text that was typed, or an empty text. */
  value: string;
  /** Called with a day, an empty text, or any other text, which the server rejects. */
  onChange: (value: string) => void;
  /** The first and the last day that the calendar offers. */
  min?: string;
  max?: string;
  /** Keeps the calendar inside the element around it, because a click outside would close that one. */
  isInPopover?: boolean;
}

const ISO = /^\d{4}-\d\d-\d\d/;

/**
 * Shows an input for a day in the format of the plant, which also accepts `2026-01-31`. A button and Alt+Down
 * open a calendar.
 */
export function DateInput({ value, onChange, min, max, error, isInPopover, ...input }: DateInputProps) {
  const format = readDateFormat();
  const [typed, setTyped] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  const isDay = ISO.test(value);
  const unreadable = value !== '' && !isDay && typed === undefined;
  const example = formatDay(dayOf(new Date()), format);
  const type = (text: string) => {
    setTyped(text);
    onChange(parseDay(text, format) ?? text.trim());
  };
  const choose = (day: string) => {
    setOpen(false);
    onChange(day);
  };
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      shadow="md"
      trapFocus
      returnFocus
      withinPortal={!isInPopover}
      // The button states that the calendar is open, not the input.
      withRoles={false}
    >
      <Popover.Target>
        <TextInput
          {...input}
          error={error || (unreadable && `Enter a date such as ${example}.`)}
          placeholder={format}
          autoComplete="off"
          value={typed ?? (isDay ? formatDay(value, format) : value)}
          onChange={(event) => type(event.currentTarget.value)}
          onBlur={() => setTyped(undefined)}
          onKeyDown={(event) => {
            if (!event.altKey || event.key !== 'ArrowDown') return;
            event.preventDefault();
            setOpen(true);
          }}
          rightSection={
            <ActionIcon
              aria-label="Open calendar"
              aria-expanded={isOpen}
              disabled={input.disabled}
              onClick={() => setOpen(!isOpen)}
            >
              <IconCalendar size={16} />
            </ActionIcon>
          }
        />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label="Calendar" onKeyDown={keepEscape}>
        <Suspense fallback={null}>
          <Calendar value={isDay ? value.slice(0, 10) : null} min={min} max={max} onChange={choose} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}

/** Escape closes only the calendar, not the dialog around it. */
const keepEscape = (event: KeyboardEvent): void => {
  if (event.key === 'Escape') event.stopPropagation();
};
