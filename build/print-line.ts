/** One line to the person who runs the build. */
export function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** One line about what went wrong, on standard error. */
export function printError(line: string): void {
  process.stderr.write(`${line}\n`);
}
