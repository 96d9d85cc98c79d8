import { expect, test } from 'bun:test';
import { type CpuAccount, TimeSlice, yieldToEventLoop } from '../time-slice.ts';
import { AnonymousCpuLimit } from './anonymous-cpu-limit.ts';
import { waitForTurn } from './turn-account.ts';

/** A clock that advances only through work. */
let elapsed = 0;
const limit = () => new AnonymousCpuLimit({ now: () => new Date(0) } as never, undefined, () => elapsed);

const { signal } = new AbortController();
const from = (address: string) => ({ address: () => address, disconnectSignal: () => signal });

/** Occupies the event loop on behalf of an address. */
function work(of: AnonymousCpuLimit, address: string, ms: number): void {
  workFor(of.anonymousAccount(from(address)), ms);
}

function workFor(account: CpuAccount, ms: number): void {
  account.begin();
  elapsed += ms;
  account.end();
}

/** Counts how often `note` was called in each turn of the event loop. */
function countTurns() {
  let inThisTurn = 0;
  const inEachTurn: number[] = [];
  let isOn = true;
  const counting = (async () => {
    while (isOn) {
      await yieldToEventLoop();
      inEachTurn.push(inThisTurn);
      inThisTurn = 0;
    }
  })();
  return {
    note: () => void inThisTurn++,
    end: async () => {
      isOn = false;
      await counting;
      return inEachTurn;
    },
  };
}

test('an anonymous caller waits for the next turn when others have used the share of this one', async () => {
  const strangers = limit();
  const account = strangers.anonymousAccount(from('192.0.2.2'));
  let isIn = false;
  await waitForTurn(account);
  work(strangers, '192.0.2.1', 25);
  const waiting = waitForTurn(account).then(() => {
    isIn = true;
  });
  for (let step = 0; step < 20; step++) await Promise.resolve();
  expect(isIn).toBe(false);
  await waiting;
});

test('each turn admits as many waiting callers as it has time for', async () => {
  const strangers = limit();
  const turnsOf: number[] = [];
  let turn = 0;
  let isOn = true;
  const counting = (async () => {
    while (isOn) {
      await yieldToEventLoop();
      turn++;
    }
  })();
  work(strangers, '192.0.2.1', 25);
  await Promise.all(
    Array.from({ length: 6 }, async (_, n) => {
      const address = `198.51.100.${n}`;
      await waitForTurn(strangers.anonymousAccount(from(address)));
      work(strangers, address, 12);
      turnsOf.push(turn);
    }),
  );
  isOn = false;
  await counting;
  expect(new Set(turnsOf).size).toBe(3);
});

test('an address gets an error instead of waiting when its limit is used up', async () => {
  const strangers = limit();
  work(strangers, '192.0.2.1', 2010);
  const account = strangers.anonymousAccount(from('192.0.2.1'));
  await expect(waitForTurn(account)).rejects.toThrow('Too many anonymous requests');
});

test('the limit admits waiting networks in rotation when one of them sent many requests', async () => {
  const strangers = limit();
  const came: string[] = [];
  const wait = async (address: string) => {
    await waitForTurn(strangers.anonymousAccount(from(address)));
    work(strangers, address, 12);
    came.push(address);
  };
  work(strangers, '192.0.2.1', 25);
  const many = Array.from({ length: 10 }, () => wait('198.51.100.1'));
  await Promise.all([...many, wait('203.0.113.1'), wait('203.0.113.2')]);
  expect(came.slice(0, 3)).toEqual(['198.51.100.1', '203.0.113.1', '203.0.113.2']);
});

test('work in time slices shares each turn when twelve anonymous callers have work', async () => {
  const strangers = limit();
  const turns = countTurns();
  await Promise.all(
    Array.from({ length: 12 }, async (_, n) => {
      const turn = new TimeSlice(strangers.anonymousAccount(from(`198.51.100.${n}`)), 10);
      for (let piece = 0; piece < 3; piece++) {
        await turn.next();
        turns.note();
        elapsed += 10;
      }
    }),
  );
  const inEachTurn = await turns.end();
  expect(inEachTurn.reduce((sum, count) => sum + count)).toBe(36);
  expect(Math.max(...inEachTurn)).toBe(2);
});

test('a signed-in caller has a separate share of each turn and no total limit', async () => {
  const callers = limit();
  work(callers, '192.0.2.1', 25);
  workFor(callers.accountOf(1, from('')), 5000);
  let isIn = false;
  const first = waitForTurn(callers.accountOf(1, from(''))).then(() => {
    isIn = true;
  });
  await waitForTurn(callers.accountOf(2, from('')));
  expect(isIn).toBe(false);
  await first;
});

test('a turn works on no more than the share of one signed-in caller', async () => {
  const callers = limit();
  const turns = countTurns();
  workFor(callers.accountOf('token 7', from('')), 25);
  await Promise.all(
    Array.from({ length: 200 }, async () => {
      await waitForTurn(callers.accountOf('token 7', from('')));
      turns.note();
      workFor(callers.accountOf('token 7', from('')), 8);
    }),
  );
  const inEachTurn = await turns.end();
  expect(inEachTurn.reduce((sum, count) => sum + count)).toBe(200);
  expect(Math.max(...inEachTurn)).toBe(3);
});

test('a caller leaves the queue on disconnect, and a full queue rejects further requests', async () => {
  const callers = limit();
  const leaving = new AbortController();
  const enter = () =>
    waitForTurn(callers.accountOf(1, { address: () => '', disconnectSignal: () => leaving.signal })).catch(
      ({ code }) => code,
    );
  workFor(callers.accountOf(1, from('')), 25);
  const waiting = Array.from({ length: 510 }, enter);
  leaving.abort();
  const codes = await Promise.all(waiting);
  expect(codes.filter((code) => code === 'BAD_REQUEST')).toHaveLength(500);
  expect(codes.filter((code) => code === 'RATE_LIMITED')).toHaveLength(10);
  await waitForTurn(callers.accountOf(1, from('')));
});
