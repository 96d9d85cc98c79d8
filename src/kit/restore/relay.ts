import type { TableRules } from './table-rules.ts';

/** What is done between two runs of the appliance: nobody listens, and its data are closed and still its own. */
export type Interlude = () => void;

/** Wishes that the staged program takes the place of this one. */
export interface UpgradeRequest {
  id: string;
  /** The file of the new program, whose signature was checked. */
  file: string;
  /** Its version. */
  version: string;
  /** The name of the user, or the command line. */
  by: string;
  userid: number | null;
}

/** How a run of the appliance is asked to end and to begin anew within the process. */
export class Relay {
  /** True once a request to end this run has arrived. The first one counts. */
  isRestartRequested = false;
  private readonly ask = Promise.withResolvers<Interlude | UpgradeRequest>();

  constructor(
    /** What all that could run says of its tables: the data of those that are switched off are restored too. */
    readonly features: readonly TableRules[],
  ) {}

  /** Settles when the appliance is to come back: whoever runs it ends this run, does the interlude and begins the next one. */
  get restartRequest(): Promise<Interlude | UpgradeRequest> {
    return this.ask.promise;
  }

  /** Ends this run soon. */
  comeBack(interlude: Interlude): void {
    this.isRestartRequested = true;
    this.ask.resolve(interlude);
  }

  /** Ends this run soon, to try the staged program out and to continue with it. */
  upgrade(request: UpgradeRequest): void {
    this.isRestartRequested = true;
    this.ask.resolve(request);
  }
}
