/** Prints a line to standard output. */
export function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Prints an error message to standard error. */
export function printError(line: string): void {
  process.stderr.write(`${line}\n`);
}
