import { Reader } from '../../src/kit/data/reader.ts';
import { Statements } from '../../src/kit/data/statements.ts';

/** What a statement takes of a turn, and a row that is read, in milliseconds: so much on any machine. */
const STATEMENT = 0.02;
const ROW = 0.001;

export interface Held<T> {
  result: T;
  /** The most that ran between two turns of the loop, and how many turns there were. */
  longest: number;
  turns: number;
  statements: number;
}

type Method = (this: unknown, ...given: never[]) => unknown;

/**
 * How long work holds the loop, counted and not timed: while it runs, the clock by which turns end goes on with the
 * statements that run and the rows that they give, and with nothing else. A slow machine counts as a fast one does.
 */
export async function held<T>(work: () => Promise<T>): Promise<Held<T>> {
  const began = performance.now();
  const seen = { statements: 0, rows: 0 };
  const spent = () => seen.statements * STATEMENT + seen.rows * ROW;
  const counted = (run: () => unknown) => {
    seen.statements++;
    return run();
  };
  const restore = [
    replaced(Statements.prototype, 'of', counted),
    replaced(Statements.prototype, 'touching', counted),
    replaced(Statements.prototype, 'apart', counted),
    replaced(Reader.prototype, 'all', (run) => {
      const rows = run() as unknown[];
      seen.rows += rows.length;
      return rows;
    }),
    replaced(Reader.prototype, 'iterate', (run) => counting(run() as Iterable<unknown>, seen)),
    replaced(performance, 'now', () => began + spent()),
  ];
  let [turns, last, longest] = [0, 0, 0];
  let isDone = false;
  const look = () => {
    turns++;
    longest = Math.max(longest, spent() - last);
    last = spent();
    if (!isDone) setImmediate(look);
  };
  setImmediate(look);
  try {
    const result = await work();
    longest = Math.max(longest, spent() - last);
    return { result, longest, turns, statements: seen.statements };
  } finally {
    isDone = true;
    for (const back of restore) back();
  }
}

function* counting(rows: Iterable<unknown>, seen: { rows: number }) {
  for (const row of rows) {
    seen.rows++;
    yield row;
  }
}

/** Puts something around a method; answers what takes it away again. */
function replaced(owner: object, name: string, around: (run: () => unknown) => unknown): () => void {
  const own = Object.getOwnPropertyDescriptor(owner, name);
  const method = Reflect.get(owner, name) as Method;
  const value = function (this: unknown, ...given: never[]) {
    return around(() => method.apply(this, given));
  };
  Object.defineProperty(owner, name, { value, configurable: true, writable: true });
  return () => {
    if (own) Object.defineProperty(owner, name, own);
    else Reflect.deleteProperty(owner, name);
  };
}
