import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { packTar } from 'modern-tar';
import { version } from '../version.ts';
import { collectFiles } from './collect.ts';
import type { SupportBundle, SupportBundleOptions } from './job.ts';
import { describeBundle } from './readme.ts';
import { SupportFiles } from './support-files.ts';

const compress = promisify(gzip);

/**
 * Creates a support bundle of a data directory, with or without a running appliance. Unreadable parts are
 * listed in `missing` and in the bundle; all other files are created anyway.
 */
export async function createSupportBundle(options: SupportBundleOptions): Promise<SupportBundle> {
  const files = new SupportFiles();
  collectFiles(files, options);
  const { missing } = files;
  if (missing.length > 0) files.addText('missing.txt', `${missing.join('\n')}\n`);
  files.addText('README.txt', describeBundle(options, files.names));
  const mtime = new Date(options.at);
  const folder = `millwright-support-${version}`;
  const archive = await packTar(
    files.all.map(({ name, text }) => {
      const body = new TextEncoder().encode(text);
      return { header: { name: `${folder}/${name}`, size: body.length, mode: 0o600, mtime }, body };
    }),
  );
  return { content: new Uint8Array(await compress(archive)), missing };
}
