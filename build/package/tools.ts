import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../compile-targets.ts';
import { writeFile } from '../ui-manifest.ts';

/** Throws an Error with the name of the Debian package when a program is missing. */
export function requireTool(program: string, debianPackage: string, purpose: string): void {
  if (Bun.which(program)) return;
  throw new Error(
    `${purpose} needs ${program}: run "apt-get install ${debianPackage}", or choose other packages with --kind.`,
  );
}

/**
 * Signs Windows files in place with the command line in MILLWRIGHT_SIGN. The path of the file is appended to
 * it.
 */
export class Signer {
  /** A script for programs that sign files themselves, such as makensis. Undefined when nothing is signed. */
  readonly script: string | undefined;

  /** Writes the script to the folder. Does nothing without a command. */
  constructor(folder: string, command = process.env.MILLWRIGHT_SIGN) {
    if (!command) return;
    this.script = join(folder, 'sign');
    writeFile(this.script, `#!/bin/sh\nset -eu\n${command} "$1"\n`);
    chmodSync(this.script, 0o755);
  }

  /** Signs a file. Does nothing without a command. Throws an Error with its output when the command fails. */
  sign(file: string): void {
    if (this.script) runCommand([this.script, file]);
  }
}
