/** Where a command of `millwright` speaks to the person at the console. */
export interface Output {
  out(line: string): void;
  /** Errors by default. The level is the priority of the line in the systemd journal. */
  err(line: string, level?: 'warn' | 'error'): void;
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
