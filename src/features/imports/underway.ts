/** How far an import has come. */
export interface Progress {
  userid: number | null;
  target: string;
  filename: string;
  /** First every row is checked, then, in a commit, every row is written. */
  phase: 'checking' | 'writing';
  rowsdone: number;
  rowstotal: number;
}

/** The imports that run at this moment: for the people who wait for them. */
export class ImportsUnderway {
  private readonly running = new Set<Progress>();

  /** Whoever begins one ends it, too. */
  begin(userid: number | null, target: string, filename: string, rowstotal: number): Progress {
    const progress: Progress = { userid, target, filename, phase: 'checking', rowsdone: 0, rowstotal };
    this.running.add(progress);
    return progress;
  }

  end(progress: Progress): void {
    this.running.delete(progress);
  }

  of(userid: number | null): Omit<Progress, 'userid'>[] {
    const own = [...this.running].filter((progress) => progress.userid === userid);
    return own.map(({ userid: _own, ...told }) => told);
  }
}
