import { DatePicker } from '@mantine/dates';
import styles from '@mantine/dates/styles.css' with { type: 'text' };
import { addPageStyles } from './page-styles.ts';

addPageStyles('calendar', [styles]);

interface CalendarProps {
  /** A day such as `2026-01-31`. */
  value: string | null;
  min?: string;
  max?: string;
  onChange: (day: string) => void;
}

/** Shows a month of days to choose from. Weeks start on Monday. Arrow keys move between days. */
export function Calendar({ value, min, max, onChange }: CalendarProps) {
  return (
    <DatePicker
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
        monthLevelControl: 'Choose month',
        yearLevelControl: 'Choose year',
      }}
    />
  );
}
