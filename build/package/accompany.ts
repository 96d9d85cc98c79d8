import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../compile-targets.ts';
import { writeFile } from '../ui-manifest.ts';

/** The list of all that the program is made of, as CycloneDX, from the lock file alone. */
export function writeBillOfMaterials(folder: string, version: string): void {
  const flags = ['--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only', '--offline'];
  const bill = JSON.parse(run(['npm', 'sbom', ...flags]));
  // npm takes the name of the folder that the sources lie in.
  Object.assign(bill.metadata.component, { name: 'millwright', type: 'application', version });
  writeFile(join(folder, `millwright_${version}.cdx.json`), `${JSON.stringify(bill, null, 2)}\n`);
}

/** The hashes of everything of this version in the folder, as sha256sum writes and reads them. */
export function writeSums(folder: string, names: readonly string[]): void {
  const present = new Set(readdirSync(folder));
  const lines = names
    .filter((name) => present.has(name))
    .map(
      (name) =>
        `${createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex')}  ${name}\n`,
    );
  writeFile(join(folder, 'SHA256SUMS'), lines.join(''));
}
