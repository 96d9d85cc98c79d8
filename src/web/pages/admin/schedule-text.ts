const padTwo = (text: string): string => text.padStart(2, '0');
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const isNumber = (text: string | undefined): text is string => /^\d+$/.test(text ?? '');

/**
 * Describes a common cron expression in words; returns others unchanged. An expression of six parts begins
 * with seconds.
 */
export function scheduleText(schedule: string): string {
  const parts = schedule.trim().split(/\s+/);
  const [second, minute, hour, ...days] = parts.length === 6 ? parts : ['0', ...parts];
  const weekday = /^\* \* ([0-6])$/.exec(days.join(' '))?.[1];
  if (weekday && second === '0' && isNumber(hour) && isNumber(minute))
    return `Every ${WEEKDAYS[Number(weekday)]} at ${padTwo(hour)}:${padTwo(minute)}`;
  if (days.join(' ') !== '* * *') return schedule;
  const intervalOf = (text: string | undefined) => /^\*\/(\d+)$/.exec(text ?? '')?.[1];
  if (hour === '*' && minute === '*' && intervalOf(second)) return `Every ${intervalOf(second)} s`;
  if (hour === '*' && minute === '*' && second === '0') return 'Every minute';
  if (hour === '*' && intervalOf(minute) && second === '0') return `Every ${intervalOf(minute)} min`;
  if (hour === '*' && isNumber(minute)) return `Every hour at :${padTwo(minute)}`;
  if (isNumber(hour) && isNumber(minute)) return `Every day at ${padTwo(hour)}:${padTwo(minute)}`;
  return schedule;
}
