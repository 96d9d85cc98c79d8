import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../compile-targets.ts';
import { writeFile } from '../ui-manifest.ts';

/** Throws an Error that names the Debian package when a program is missing. */
export function requireTool(program: string, debianPackage: string, purpose: string): void {
  if (Bun.which(program)) return;
  throw new Error(
    `${purpose} needs ${program}: run "apt-get install ${debianPackage}", or choose other packages with --kind.`,
  );
}

/** Signs Windows files in place with the command line in MILLWRIGHT_SIGN, which gets the path of a file at its end. */
export class Signer {
  /** A script for programs that sign by themselves, such as makensis; undefined when nothing is signed. */
  readonly script: string | undefined;

  /** The script is written to the folder. */
  constructor(folder: string, command = process.env.MILLWRIGHT_SIGN) {
    if (!command) return;
    this.script = join(folder, 'sign');
    writeFile(this.script, `#!/bin/sh\nset -eu\n${command} "$1"\n`);
    chmodSync(this.script, 0o755);
  }

  /** Throws an Error with the output of the command when it fails. */
  sign(file: string): void {
    if (this.script) runCommand([this.script, file]);
  }
}
