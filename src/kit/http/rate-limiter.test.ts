import { expect, test } from 'bun:test';
import { TestClock } from '../../../test/support/clock.ts';
import { AppError } from '../errors.ts';
import { defineRateLimiter, RateLimiter } from './rate-limiter.ts';

const attempt = (limiter: RateLimiter, caller: string): string => {
  try {
    limiter.count(caller);
    return 'ok';
  } catch (cause) {
    return (cause as AppError).message;
  }
};

test('the limiter refuses a caller after the maximum of a window and names the time to wait', () => {
  const clock = new TestClock();
  const limiter = new RateLimiter(clock, { max: 2, seconds: 60, message: 'Too many reports' });
  clock.advance(1000);
  expect([attempt(limiter, 'asset 1'), attempt(limiter, 'asset 1')]).toEqual(['ok', 'ok']);
  clock.advance(20_000);
  expect(attempt(limiter, 'asset 1')).toBe('Too many reports. Wait 40 seconds and try again.');
  expect(attempt(limiter, 'asset 2')).toBe('ok');
  clock.advance(40_000);
  expect(attempt(limiter, 'asset 1')).toBe('ok');
});

test('a maximum that is a setting applies at once', () => {
  let max = 1;
  const limiter = new RateLimiter(new TestClock(), { max: () => max, seconds: 60 });
  limiter.count('192.0.2.1');
  expect(() => limiter.count('192.0.2.1')).toThrow('Too many attempts');
  max = 5;
  limiter.count('192.0.2.1');
});

test('a caller stays limited when 45,000 other callers follow', () => {
  const limiter = new RateLimiter(new TestClock(), { max: 1, seconds: 60 });
  for (let n = 0; n < 10_000; n++) limiter.count(`caller ${n}`);
  limiter.count('guesser');
  for (let n = 10_000; n < 55_000; n++) limiter.count(`caller ${n}`);
  expect(() => limiter.count('guesser')).toThrow(AppError);
});

test('two appliances count on their own', () => {
  const Limiter = defineRateLimiter({ max: 1, seconds: 60 });
  const [one, other] = [new Limiter({ clock: new TestClock() }), new Limiter({ clock: new TestClock() })];
  one.count('asset 1');
  other.count('asset 1');
  expect(() => one.count('asset 1')).toThrow(AppError);
});
