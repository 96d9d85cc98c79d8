import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { runCommand } from '../compile-targets.ts';
import { projectRoot } from '../paths.ts';
import { printLine } from '../print-line.ts';
import { writeFile } from '../ui-manifest.ts';

/** The last version that the Go of Debian 12 can compile. */
const VERSION = 'v2.35.3';

/**
 * Returns the path of nfpm, which makes both kinds of packages from one description. Compiles it from its
 * sources if needed.
 */
function nfpm(): string {
  const folder = join(projectRoot, `node_modules/.cache/millwright/nfpm-${VERSION}`);
  const path = join(folder, 'nfpm');
  if (existsSync(path)) return path;
  const scratch = `${folder}.${process.pid}`;
  mkdirSync(scratch, { recursive: true });
  try {
    printLine(`Compiling nfpm ${VERSION} …`);
    runCommand([
      'env',
      `GOBIN=${scratch}`,
      'go',
      'install',
      `github.com/goreleaser/nfpm/v2/cmd/nfpm@${VERSION}`,
    ]);
    mkdirSync(folder, { recursive: true });
    renameSync(join(scratch, 'nfpm'), path);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  return path;
}

/** Replaces the @NAMES@ in a text. Throws an Error for a name without a value. */
export const fillTemplate = (text: string, names: Readonly<Record<string, string>>): string =>
  text.replaceAll(/@([A-Z]+)@/g, (_, name: string) => {
    const value = names[name];
    if (value === undefined) throw new Error(`Nothing stands for @${name}@.`);
    return value;
  });

/**
 * Makes the package of a description at `out`, whose file extension selects the kind. `names` contains the
 * values of the placeholders, among them STAGED, the folder of the files to pack.
 */
export function buildPackage(
  description: string,
  names: Readonly<Record<string, string>>,
  out: string,
): void {
  const filled = join(names.STAGED!, `${basename(out)}.yaml`);
  const kind = out.slice(out.lastIndexOf('.') + 1);
  // RPM marks documents, so that "rpm --excludedocs" omits them. In a .deb, nfpm would omit entries with this
  // type.
  const DOCUMENT = kind === 'rpm' ? 'doc' : '';
  writeFile(filled, fillTemplate(readFileSync(description, 'utf8'), { ...names, DOCUMENT }));
  runCommand([nfpm(), 'package', '--config', filled, '--packager', kind, '--target', out]);
}
