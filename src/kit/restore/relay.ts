import type { TableRules } from './table-rules.ts';

/**
 * Work between two runs of the appliance. The listener and the database are closed, but the process still
 * owns the data directory.
 */
export type Interlude = () => void;

/** A request to replace the running program with the staged one. */
export interface UpgradeRequest {
  id: string;
  /** The file of the new program, whose signature was verified. */
  file: string;
  /** The version of the new program. */
  version: string;
  /** The name of the user, or the command line. */
  by: string;
  userid: number | null;
}

/** Requests a restart of the appliance within the process. */
export class Relay {
  /** True once a request to end this run has arrived. The first request counts. */
  isRestartRequested = false;
  private readonly ask = Promise.withResolvers<Interlude | UpgradeRequest>();

  constructor(
    /**
     * The declarations of all available features and plugins: a restore includes the data of disabled plugins
     * too.
     */
    readonly features: readonly TableRules[],
  ) {}

  /**
   * Resolves when a restart is requested. The caller then ends this run, runs the interlude and starts the
   * next run.
   */
  get restartRequest(): Promise<Interlude | UpgradeRequest> {
    return this.ask.promise;
  }

  /** Requests the end of this run, to run the interlude and start again. */
  comeBack(interlude: Interlude): void {
    this.isRestartRequested = true;
    this.ask.resolve(interlude);
  }

  /** Requests the end of this run, to try the staged program and to continue with it. */
  upgrade(request: UpgradeRequest): void {
    this.isRestartRequested = true;
    this.ask.resolve(request);
  }
}
