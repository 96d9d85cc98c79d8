import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { npmCommand, runCommand } from '../compile-targets.ts';
import { readImagePackages } from '../image/read.ts';
import { writeFile } from '../ui-manifest.ts';
import { artifactsOf } from './artifacts.ts';

interface Component {
  type: string;
  name: string;
  version?: string;
  [more: string]: unknown;
}

/**
 * Writes the files that accompany a version: `SHA256SUMS` in the format of sha256sum, and the bill of
 * materials. A version other than that of these sources, made to test an upgrade, only gets the checksums.
 */
export async function writeAccompanying(folder: string, version: string): Promise<void> {
  const sums = new Map<string, string>();
  for (const name of artifactsOf(folder, version)) sums.set(name, await sha256(join(folder, name)));
  if (version === manifest.version) {
    const name = `millwright_${version}.cdx.json`;
    writeFile(join(folder, name), await billOfMaterials(folder, version, sums));
    sums.set(name, await sha256(join(folder, name)));
  }
  const lines = [...sums].map(([name, sum]) => `${sum}  ${name}\n`);
  writeFile(join(folder, 'SHA256SUMS'), lines.join(''));
}

/**
 * Returns the CycloneDX list of all components of the program, from the lock file. It also lists the files of
 * the version with their hashes, and the Debian packages of each image.
 */
async function billOfMaterials(
  folder: string,
  version: string,
  sums: ReadonlyMap<string, string>,
): Promise<string> {
  const flags = ['--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only', '--offline'];
  const bill = JSON.parse(runCommand([...npmCommand, 'sbom', ...flags]));
  // npm uses the name of the folder of the sources.
  Object.assign(bill.metadata.component, { name: 'millwright', type: 'application', version });
  const files = await Promise.all([...sums].map(([name, sum]) => fileComponent(folder, name, sum)));
  bill.components.push(...files);
  return `${JSON.stringify(bill, null, 2)}\n`;
}

async function fileComponent(folder: string, name: string, sum: string): Promise<Component> {
  const component = { type: 'file', 'bom-ref': name, name, hashes: [{ alg: 'SHA-256', content: sum }] };
  if (!name.endsWith('.oci.tar')) return component;
  const { architecture, packages } = await readImagePackages(join(folder, name));
  const components = packages.map((one) => ({
    type: 'library',
    'bom-ref': `${name}#${one.name}`,
    ...one,
    purl: `pkg:deb/debian/${one.name}@${encodeURIComponent(one.version)}?arch=${architecture}`,
  }));
  return { ...component, type: 'container', components };
}

async function sha256(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path)) hash.update(piece);
  return hash.digest('hex');
}
