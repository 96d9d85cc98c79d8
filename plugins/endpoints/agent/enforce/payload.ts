import { createHash } from 'node:crypto';
import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import type { AgentContext } from '../agent-context.ts';
import { ServerRefusedError } from '../server-refused-error.ts';
import type { Entry } from './desired-manifest.ts';

const PAYLOAD_DIFFERS = 'The payload does not match the published one. It was not run.';
/** Maximum bytes of a payload, the highest limit that an appliance can set. */
const MAX_PAYLOAD_BYTES = 4000 * 1024 * 1024;

/**
 * Writes the payload of an entry to a new file. The content is part of the entry, or is downloaded by its
 * hash. Throws when the content does not match the hash, the download fails, or the seconds are over.
 */
export async function fetchPayload(
  { PayloadSha256, InlinePayload, Type }: Entry,
  file: string,
  context: AgentContext,
  seconds: number,
): Promise<void> {
  if (PayloadSha256 && InlinePayload == null) return download(PayloadSha256, file, context, seconds);
  const text = InlinePayload ?? '';
  if (PayloadSha256 && createHash('sha256').update(text).digest('hex') !== PayloadSha256)
    throw new Error(PAYLOAD_DIFFERS);
  // Without the byte order mark, PowerShell 5 reads a file in the code page of the system.
  const mark = Type === 'PS1' && process.platform === 'win32' ? '\ufeff' : '';
  writeFileSync(file, mark + text, { mode: 0o700, flag: 'wx' });
}

/** Downloads a payload to a new file. Throws an Error when it has another hash, so that it is not run. */
async function download(
  sha256: string,
  path: string,
  { connection, headers, named }: AgentContext,
  seconds: number,
): Promise<void> {
  const digest = createHash('sha256');
  const file = openSync(path, 'wx', 0o700);
  try {
    const signal = AbortSignal.timeout(seconds * 1000);
    const options = { headers: headers(), ms: seconds * 1000, signal };
    let left = MAX_PAYLOAD_BYTES;
    const taken = connection.read(named(`/enforce/mine/payload/${sha256}`), options, (chunk) => {
      left -= chunk.byteLength;
      if (left < 0) throw new Error('The payload exceeds the size limit.');
      digest.update(chunk);
      writeSync(file, chunk);
    });
    const refusal = await taken.catch((cause: unknown) => {
      throw signal.aborted ? new Error('The time limit was reached during the download.') : cause;
    });
    if (refusal) throw new ServerRefusedError(refusal);
  } finally {
    closeSync(file);
  }
  if (digest.digest('hex') !== sha256) throw new Error(PAYLOAD_DIFFERS);
}
