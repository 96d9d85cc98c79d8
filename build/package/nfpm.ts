import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { runCommand } from '../compile-targets.ts';
import { projectRoot } from '../paths.ts';
import { printLine } from '../print-line.ts';
import { writeFile } from '../ui-manifest.ts';

/** The last one that the Go of Debian 12 compiles. */
const VERSION = 'v2.35.3';

/** The path of nfpm, which makes both kinds of package from one description; compiled from its sources once. */
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

/** Fills in the @NAMES@ of a text. Throws an Error for one that nobody gave. */
export const fillTemplate = (text: string, names: Readonly<Record<string, string>>): string =>
  text.replaceAll(/@([A-Z]+)@/g, (_, name: string) => {
    const value = names[name];
    if (value === undefined) throw new Error(`Nothing stands for @${name}@.`);
    return value;
  });

/** Makes the package of a description at `out`, whose end says of which kind it is. */
export function buildPackage(
  description: string,
  names: Readonly<Record<string, string>>,
  out: string,
): void {
  const filled = join(names.STAGED!, `${basename(out)}.yaml`);
  const kind = out.slice(out.lastIndexOf('.') + 1);
  // RPM marks documents, which "rpm --excludedocs" leaves out; nfpm would leave such an entry out of a .deb.
  const DOCUMENT = kind === 'rpm' ? 'doc' : '';
  writeFile(filled, fillTemplate(readFileSync(description, 'utf8'), { ...names, DOCUMENT }));
  runCommand([nfpm(), 'package', '--config', filled, '--packager', kind, '--target', out]);
}
