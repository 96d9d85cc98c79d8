import { AppError } from '../../kit/errors.ts';
import { Tally } from '../../kit/tally.ts';

/** Progress of an import. */
export interface RunningImport {
  userid: number | null;
  target: string;
  filename: string;
  /** All rows are checked first. A commit then writes them. */
  phase: 'checking' | 'writing';
  rowsdone: number;
  rowstotal: number;
}

/** Maximum number of files of one user that are imported at once, because each is in memory as a whole. */
const MAX_IMPORTS_PER_USER = 4;

/** The running imports, for the users who wait for them. */
export class RunningImports {
  private readonly running = new Set<RunningImport>();
  private readonly countByUser = new Tally<number | null>();

  /** Runs the whole import of a user. Throws 429 when `MAX_IMPORTS_PER_USER` of the user are running. */
  async limit<T>(userid: number | null, work: () => Promise<T>): Promise<T> {
    if (this.countByUser.of(userid) >= MAX_IMPORTS_PER_USER) throw tooMany();
    this.countByUser.add(userid, 1);
    try {
      return await work();
    } finally {
      this.countByUser.add(userid, -1);
    }
  }

  /** Registers a running import. The caller must pass the result to `end`. */
  begin(userid: number | null, target: string, filename: string, rowstotal: number): RunningImport {
    const progress: RunningImport = { userid, target, filename, phase: 'checking', rowsdone: 0, rowstotal };
    this.running.add(progress);
    return progress;
  }

  end(progress: RunningImport): void {
    this.running.delete(progress);
  }

  /** Returns the number of running imports of all users. */
  count(): number {
    return this.running.size;
  }

  listOfUser(userid: number | null): Omit<RunningImport, 'userid'>[] {
    const own = [...this.running].filter((progress) => progress.userid === userid);
    return own.map(({ userid: _own, ...rest }) => rest);
  }
}

const tooMany = () =>
  new AppError(
    'RATE_LIMITED',
    `${MAX_IMPORTS_PER_USER} of your imports are already running. Wait until one of them finishes.`,
    undefined,
    1,
  );
