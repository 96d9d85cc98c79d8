/** Outcome of a command in the form that the server accepts. */
export interface CommandOutcome {
  status: 'succeeded' | 'failed';
  exitcode?: number | null;
  output?: string;
  durationms?: number;
}
