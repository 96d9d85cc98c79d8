import { expect, test } from 'bun:test';
import { scheduleText } from './schedule-text.ts';

test.each([
  ['17 * * * *', 'Every hour at :17'],
  ['23 3 * * *', 'Every day at 03:23'],
  ['*/10 * * * * *', 'Every 10 s'],
  ['*/15 * * * *', 'Every 15 min'],
  ['*/5 * * * *', 'Every 5 min'],
  ['* * * * *', 'Every minute'],
  ['0 4 * * 1', 'Every Monday at 04:00'],
  ['40 4 * * 0', 'Every Sunday at 04:40'],
  ['0 4 1 * *', '0 4 1 * *'],
  ['5 * 3 * * *', '5 * 3 * * *'],
])('the schedule text of %s is %s', (schedule, text) => {
  expect(scheduleText(schedule)).toBe(text);
});
