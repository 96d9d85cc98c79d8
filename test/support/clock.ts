import type { Clock } from '../../src/kit/clock.ts';

/** A clock that a test can advance. */
export class TestClock implements Clock {
  private shift = 0;

  now(): Date {
    return new Date(Date.now() + this.shift);
  }

  advance(milliseconds: number): void {
    this.shift += milliseconds;
  }
}

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
