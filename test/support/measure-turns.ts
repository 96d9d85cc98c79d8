import type { Site } from './site.ts';

/** What a statement takes of a turn, and a row that is read, in milliseconds: the same on any machine. */
const STATEMENT = 0.019;
const ROW = 0.001;

export interface TurnMeasurement<T> {
  result: T;
  /** The most that ran between two turns of the loop. */
  longest: number;
  /** Number of turns of the loop. */
  turns: number;
  statements: number;
}

/** The stopwatch of a site. It goes on with the time of the machine, or with the work that is counted meanwhile. */
export class SiteTime {
  private counted: (() => number) | undefined;

  readonly elapsed = (): number => this.counted?.() ?? performance.now();

  /** Counts the time of the work by `spent`. */
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
 * Counts how long work holds the loop: while it runs, the stopwatch by which turns of the site end goes on with the
 * statements that run and the rows that they return, and with nothing else. A slow machine counts as a fast one does.
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

/** Notes at each turn of the loop how much was spent since the turn before. */
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
