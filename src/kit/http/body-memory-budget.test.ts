import { expect, test } from 'bun:test';
import { BodyMemoryBudget } from './body-memory-budget.ts';

const MB = 1024 * 1024;
/** A budget in which a second of the arrival time lasts one millisecond. */
class HastyRoom extends BodyMemoryBudget {
  protected override readonly secondMs = 1;
}
/** Time after which all bodies of this test are late. */
const LATE_MS = 12;

/** Starts a body that never arrives. The result shows whether it was aborted. */
function trickling(room: BodyMemoryBudget, caller: string, bytes: number): { hurried: boolean } {
  const state = { hurried: false };
  const receive = (hurry: AbortSignal) => {
    hurry.addEventListener('abort', () => {
      state.hurried = true;
    });
    return new Promise<never>(() => undefined);
  };
  // A waiting body is rejected in the end.
  room.within(caller, bytes, receive, async () => undefined).catch(() => undefined);
  return state;
}

test('a caller that waits for free memory aborts late bodies, but not one that waits for its own half', async () => {
  const room = new HastyRoom();
  const [full] = [trickling(room, 'one', 16 * MB), trickling(room, 'one', 16 * MB)];
  const small = trickling(room, 'other', 1000);
  // The timer of each body starts at the latest in the next turn of the event loop. Timers fire in the order
  // of their deadlines.
  await Bun.sleep(0);
  await Bun.sleep(LATE_MS);
  expect([full!.hurried, small.hurried]).toEqual([false, false]);
  trickling(room, 'third', 16 * MB);
  expect(small.hurried).toBe(true);
});
