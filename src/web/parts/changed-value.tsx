import { absoluteTime, calendarDate } from './time.tsx';

/** The facts about a changed field that its values are shown with. */
export interface ChangedValueField {
  kind: string | null;
  unit: string | null;
}

/**
 * Formats a value of a change for people: dates in the local format, numbers with their unit. Texts and
 * unreadable dates stay.
 */
export function formatChangedValue(value: unknown, { kind, unit }: ChangedValueField): unknown {
  if (typeof value === 'number' && unit) return `${value} ${unit}`;
  if (typeof value !== 'string' || Number.isNaN(Date.parse(value))) return value;
  if (kind === 'instant') return absoluteTime(value);
  return kind === 'date' ? calendarDate(value) : value;
}
