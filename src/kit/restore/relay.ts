import type { TableRules } from './table-rules.ts';

/** What is done between two runs of the appliance: nobody listens, and its data are closed and still its own. */
export type Interlude = () => void;

/** How a run of the appliance is asked to end and to begin anew within the process. */
export class Relay {
  private readonly ask = Promise.withResolvers<Interlude>();

  constructor(
    /** What all that could run says of its tables: the data of those that are switched off are restored too. */
    readonly features: readonly TableRules[],
  ) {}

  /** Settles when the appliance is to come back: whoever runs it ends this run, does the interlude and begins the next one. */
  get asked(): Promise<Interlude> {
    return this.ask.promise;
  }

  /** Ends this run soon. */
  comeBack(interlude: Interlude): void {
    this.ask.resolve(interlude);
  }
}
