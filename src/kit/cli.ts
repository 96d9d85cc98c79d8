/** Where a command of `millwright` speaks to the person at the console. */
export interface Output {
  out(line: string): void;
  err(line: string): void;
}

/** A command of `millwright`. */
export interface CliCommand {
  /** Lines of the help. */
  usage: string;
  /** What `--help` behind the command answers; default is its usage. */
  help?(): Promise<string>;
  /** Answers the exit code. Throws an Error with a sentence for the person at the console. */
  run(args: string[], output: Output): number | Promise<number>;
}
