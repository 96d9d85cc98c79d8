import { DatePicker } from '@mantine/dates';
import styles from '@mantine/dates/styles.css' with { type: 'text' };
import { useEffect, useRef } from 'react';
import ownStyles from './calendar.css' with { type: 'text' };
import { addPageStyles } from './page-styles.ts';

addPageStyles('calendar', [styles, ownStyles]);

/** Marks the buttons of the calendar, so that Escape does not also close the dialog around it. */
const ESCAPE_HANDLED = { __stopPropagation: true } as object;

interface CalendarProps {
  /** A day such as `2026-01-31`. */
  value: string | null;
  min?: string;
  max?: string;
  onChange: (day: string) => void;
}

/**
 * Shows a month of days to choose from. Weeks start on Monday. Arrow keys move between days, and the chosen day
 * or the first one has the focus.
 */
export function Calendar({ value, min, max, onChange }: CalendarProps) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const days = 'table button:not([disabled])';
    const day = root.current?.querySelector<HTMLElement>(`${days}[data-selected], ${days}[tabindex="0"]`);
    day?.focus({ preventScroll: true });
  }, []);
  return (
    <DatePicker
      {...ESCAPE_HANDLED}
      ref={root}
      weekendDays={[]}
      defaultDate={value ?? undefined}
      value={value}
      minDate={min}
      maxDate={max}
      onChange={(day) => day && onChange(day)}
      ariaLabels={{
        previousMonth: 'Previous month',
        nextMonth: 'Next month',
        previousYear: 'Previous year',
        nextYear: 'Next year',
        previousDecade: 'Previous decade',
        nextDecade: 'Next decade',
      }}
    />
  );
}
