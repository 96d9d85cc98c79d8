import { expect } from 'bun:test';
import type { TurnMeasurement } from '../support/measure-turns.ts';

/**
 * Expects more than `atLeast` statements, and at most `longest` milliseconds of work between two turns of the
 * event loop.
 */
export function expectTurns(seen: TurnMeasurement<unknown>, atLeast: number, longest = 60): void {
  expect(seen.statements).toBeGreaterThan(atLeast);
  expect(seen.longest).toBeLessThan(longest);
}
