import { AppError } from '../../kit/errors.ts';
import { Tally } from '../../kit/tally.ts';

/** How far an import has come. */
export interface RunningImport {
  userid: number | null;
  target: string;
  filename: string;
  /** First every row is checked, then, in a commit, every row is written. */
  phase: 'checking' | 'writing';
  rowsdone: number;
  rowstotal: number;
}

/** Files of one person that are read or written at once: each is held as a whole. */
const MAX_IMPORTS_PER_USER = 4;

/** The imports that run at this moment: for the people who wait for them. */
export class RunningImports {
  private readonly running = new Set<RunningImport>();
  private readonly countByUser = new Tally<number | null>();

  /** Does all the work of one; 429 for who has several at once. */
  async limit<T>(userid: number | null, work: () => Promise<T>): Promise<T> {
    if (this.countByUser.of(userid) >= MAX_IMPORTS_PER_USER) throw tooMany();
    this.countByUser.add(userid, 1);
    try {
      return await work();
    } finally {
      this.countByUser.add(userid, -1);
    }
  }

  /** Whoever begins one ends it, too. */
  begin(userid: number | null, target: string, filename: string, rowstotal: number): RunningImport {
    const progress: RunningImport = { userid, target, filename, phase: 'checking', rowsdone: 0, rowstotal };
    this.running.add(progress);
    return progress;
  }

  end(progress: RunningImport): void {
    this.running.delete(progress);
  }

  listOfUser(userid: number | null): Omit<RunningImport, 'userid'>[] {
    const own = [...this.running].filter((progress) => progress.userid === userid);
    return own.map(({ userid: _own, ...told }) => told);
  }
}

const tooMany = () =>
  new AppError(
    'RATE_LIMITED',
    `${MAX_IMPORTS_PER_USER} files of yours are being imported already. Wait until one of them is through.`,
    undefined,
    1,
  );
