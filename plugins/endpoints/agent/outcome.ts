/** What came of a command, as the server takes it. */
export interface CommandOutcome {
  status: 'succeeded' | 'failed';
  exitcode?: number | null;
  output?: string;
  durationms?: number;
}
