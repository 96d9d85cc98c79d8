import { execFile } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { promisify } from 'node:util';
import { z } from 'zod';
import { errorMessageOf } from '../error-message.ts';
import type { OwnProgram } from './own-program.ts';
import { isSignedBy, parseSignature } from './release-key.ts';

const VERSION_MS = 30_000;
const run = promisify(execFile);

const build = z.object({
  version: z.string().regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/),
  platform: z.string(),
  arch: z.string(),
});

/** An error for a program that must not replace the current one. The message is the reason, for users. */
export class CandidateError extends Error {
  constructor(
    /** The input that the caller has to change. */
    readonly field: 'file' | 'signature',
    message: string,
  ) {
    super(message);
  }
}

/**
 * Checks a new program before it replaces the current one: first its signature, then that it runs here and is
 * not older. Returns its version. Throws a CandidateError when one of these fails, also for a missing
 * signature.
 */
export async function checkCandidate(
  file: string,
  signature: string | Buffer | undefined,
  own: OwnProgram,
): Promise<string> {
  await checkSignature(file, signature, own.releaseKey!);
  const { version, platform, arch } = await readBuild(file);
  if (platform !== process.platform || arch !== process.arch)
    throw new CandidateError(
      'file',
      `The file is for ${platform} ${arch}, not for ${process.platform} ${process.arch}.`,
    );
  if (isOlderVersion(version, own.version))
    throw new CandidateError(
      'file',
      `The file is version ${version}, which is older than ${own.version}, the current one.`,
    );
  return version;
}

async function checkSignature(
  file: string,
  encoded: string | Buffer | undefined,
  releaseKey: string,
): Promise<void> {
  if (encoded === undefined || encoded.length === 0)
    throw new CandidateError(
      'signature',
      'The signature is missing. It is a file with the name of the program and the ending .sig.',
    );
  const signature = parseSignature(encoded);
  if (!signature)
    throw new CandidateError(
      'signature',
      'This is not an Ed25519 signature. It must have 64 bytes, raw or as base64 text.',
    );
  if (!(await isSignedBy(releaseKey, file, signature)))
    throw new CandidateError(
      'signature',
      'The signature does not match the file. Download both again from the vendor of Millwright.',
    );
}

/** Runs the program to read its version. Its signature must have been checked before. */
async function readBuild(file: string): Promise<z.output<typeof build>> {
  try {
    chmodSync(file, 0o755);
    const { stdout } = await run(file, ['version', '--json'], {
      timeout: VERSION_MS,
      killSignal: 'SIGKILL',
      windowsHide: true,
    });
    return parseBuild(stdout);
  } catch (cause) {
    if (cause instanceof CandidateError) throw cause;
    const [reason] = errorMessageOf(cause).trim().split('\n');
    throw new CandidateError(
      'file',
      `The file does not run on this appliance (${process.platform} ${process.arch}): ${reason}`,
    );
  }
}

function parseBuild(text: string): z.output<typeof build> {
  try {
    return build.parse(JSON.parse(text));
  } catch {
    throw new CandidateError(
      'file',
      'The file reports no version such as 1.2.3, so it is not a Millwright program.',
    );
  }
}

/**
 * Reports whether a version is older than another. Numbers between the dots are compared by value, so 1.10.0
 * is newer than 1.9.0.
 */
export function isOlderVersion(version: string, than: string): boolean {
  const parts = (text: string) => text.split('.').map(Number);
  const [left, right] = [parts(version), parts(than)];
  const index = left.findIndex((part, at) => part !== right[at]);
  return index >= 0 && left[index]! < (right[index] ?? 0);
}
