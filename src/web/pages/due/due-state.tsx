import { getToneStyle } from '../../state-style.ts';

/** Returns how far away a due day is, such as `3 days overdue`. */
export function formatDaysLeft(daysleft: number): string {
  if (daysleft === 0) return 'Due today';
  if (daysleft === 1) return 'Due tomorrow';
  const days = `${Math.abs(daysleft).toLocaleString('en')} ${Math.abs(daysleft) === 1 ? 'day' : 'days'}`;
  return daysleft < 0 ? `${days} overdue` : `In ${days}`;
}

const toneOf = (daysleft: number) => (daysleft < 0 ? 'critical' : daysleft <= 7 ? 'warning' : 'info');

/** Shows how far away a due day is, with the icon of its urgency. */
export function DueState({ daysleft }: { daysleft: number }) {
  const tone = getToneStyle(toneOf(daysleft));
  return (
    <span className="mw-state">
      <tone.icon size={16} stroke={1.8} color={tone.color} aria-hidden />
      <span>{formatDaysLeft(daysleft)}</span>
    </span>
  );
}
