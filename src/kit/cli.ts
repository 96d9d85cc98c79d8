/** The console output of a `millwright` command. */
export interface Output {
  out(line: string): void;
  /** Writes a line, as an error by default. The level is the priority of the line in the systemd journal. */
  err(line: string, level?: 'warn' | 'error'): void;
}

/** A command of `millwright`. */
export interface CliCommand {
  /** The lines of the help. */
  usage: string;
  /** Returns the text for `--help` after the command. Defaults to its usage. */
  help?(): Promise<string>;
  /** Returns the exit code. Throws an Error with a message for the user at the console. */
  run(args: string[], output: Output): number | Promise<number>;
}
