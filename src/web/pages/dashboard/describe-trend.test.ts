import { expect, test } from 'bun:test';
import { describeTrend, toTrendPoints } from './describe-trend.ts';

const TREND = [
  { day: '2026-01-01', count: 4 },
  { day: '2026-01-02', count: 1000 },
  { day: '2026-01-05', count: 0 },
];

test('a trend is described by its first, last and largest count', () => {
  expect(describeTrend(TREND)).toBe('In 4 days from 4 to 0, at most 1,000');
  expect(describeTrend(TREND.slice(0, 2))).toBe('In 1 day from 4 to 1,000, at most 1,000');
});

test('the line goes from the first to the last day with 0 at the bottom, and keeps missing days free', () => {
  expect(toTrendPoints(TREND, 44, 24)).toBe('2.0,21.9 12.0,2.0 42.0,22.0');
  const zeros = TREND.map((point) => ({ ...point, count: 0 }));
  expect(toTrendPoints(zeros, 44, 24)).toBe('2.0,22.0 12.0,22.0 42.0,22.0');
});
