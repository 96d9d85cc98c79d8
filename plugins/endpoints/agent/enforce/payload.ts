import { createHash } from 'node:crypto';
import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import type { Means } from '../means.ts';
import { Refused } from '../refused.ts';
import type { Entry } from './wanted.ts';

const DOWNLOAD_MS = 1_800_000;

/** Puts what an entry brings into a file: what it says itself, or what the appliance keeps under its hash. */
export async function fetchPayload(entry: Entry, file: string, means: Means): Promise<void> {
  if (entry.PayloadSha256 && entry.InlinePayload == null) return download(entry.PayloadSha256, file, means);
  const text = entry.InlinePayload ?? '';
  // PowerShell 5 reads a file without this mark in the code page of the system.
  const mark = entry.Type === 'PS1' && process.platform === 'win32' ? '\ufeff' : '';
  writeFileSync(file, mark + text, { mode: 0o700, flag: 'wx' });
}

/** Never a byte that the hash does not cover is run. */
async function download(sha256: string, path: string, { connection, headers, named }: Means) {
  const digest = createHash('sha256');
  const file = openSync(path, 'wx', 0o700);
  try {
    const asking = { headers: headers(), ms: DOWNLOAD_MS };
    const refusal = await connection.read(named(`/enforce/mine/payload/${sha256}`), asking, (chunk) => {
      digest.update(chunk);
      writeSync(file, chunk);
    });
    if (refusal) throw new Refused(refusal);
  } finally {
    closeSync(file);
  }
  if (digest.digest('hex') !== sha256)
    throw new Error('What arrived is not what was published. It was not run.');
}
