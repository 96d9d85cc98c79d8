import type { Site } from './site.ts';

/** Simulated cost of a statement and of a returned row in milliseconds. They are the same on any machine. */
const STATEMENT = 0.019;
const ROW = 0.001;

export interface TurnMeasurement<T> {
  result: T;
  /** The longest work in milliseconds between two turns of the event loop. */
  longest: number;
  /** Number of turns of the event loop. */
  turns: number;
  statements: number;
}

/**
 * The stopwatch of a site. It follows the clock of the machine, or the simulated cost of the work during a
 * measurement.
 */
export class SiteTime {
  private counted: (() => number) | undefined;

  readonly elapsed = (): number => this.counted?.() ?? performance.now();

  /** Runs the work while the stopwatch follows `spent`. */
  async countBy<T>(spent: () => number, work: () => Promise<T>): Promise<T> {
    const began = performance.now();
    this.counted = () => began + spent();
    try {
      return await work();
    } finally {
      this.counted = undefined;
    }
  }
}

/**
 * Measures how long work blocks the event loop. During the work, the stopwatch of the site advances only with
 * statements and returned rows. The result is therefore the same on slow and fast machines.
 */
export async function measureTurns<T>(
  { app, time }: Site,
  work: () => Promise<T>,
): Promise<TurnMeasurement<T>> {
  const { db } = app.host;
  const before = db.statementCount;
  let rows = 0;
  const end = db.listen((run) => {
    rows += run.rows;
  }, true);
  const statements = () => db.statementCount - before;
  const spent = () => statements() * STATEMENT + rows * ROW;
  const loop = watchLoop(spent);
  try {
    const result = await time.countBy(spent, work);
    return { result, statements: statements(), ...loop.end() };
  } finally {
    loop.end();
    end();
  }
}

/** Records at each turn of the event loop the cost since the previous turn. */
function watchLoop(spent: () => number) {
  let [turns, last, longest, isDone] = [0, 0, 0, false];
  const note = () => {
    longest = Math.max(longest, spent() - last);
    last = spent();
  };
  const look = () => {
    if (isDone) return;
    turns++;
    note();
    setImmediate(look);
  };
  setImmediate(look);
  return {
    end: () => {
      if (!isDone) note();
      isDone = true;
      return { turns, longest };
    },
  };
}
