import { expect, test } from 'bun:test';
import { BodyMemoryBudget } from './body-memory-budget.ts';

const MB = 1024 * 1024;
/** A room in which a second of a body's time lasts a millisecond. */
class HastyRoom extends BodyMemoryBudget {
  protected override readonly secondMs = 1;
}
/** All of the bodies here are late by then. */
const LATE_MS = 12;

/** A body that hardly comes; answers whether it was told to give way. */
function trickling(room: BodyMemoryBudget, caller: string, bytes: number): { hurried: boolean } {
  const told = { hurried: false };
  const receive = (hurry: AbortSignal) => {
    hurry.addEventListener('abort', () => {
      told.hurried = true;
    });
    return new Promise<never>(() => undefined);
  };
  // Who waits is refused in the end.
  room.within(caller, bytes, receive, async () => undefined).catch(() => undefined);
  return told;
}

test('whoever waits for his own half hurries nobody, and whoever waits for room does', async () => {
  const room = new HastyRoom();
  const [full] = [trickling(room, 'one', 16 * MB), trickling(room, 'one', 16 * MB)];
  const small = trickling(room, 'other', 1000);
  // The time of each body runs from the next turn of the loop at the latest, and timers end in the order of their times.
  await Bun.sleep(0);
  await Bun.sleep(LATE_MS);
  expect([full!.hurried, small.hurried]).toEqual([false, false]);
  trickling(room, 'third', 16 * MB);
  expect(small.hurried).toBe(true);
});
