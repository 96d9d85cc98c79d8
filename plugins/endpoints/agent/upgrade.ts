import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, closeSync, existsSync, openSync, rmSync, writeSync } from 'node:fs';
import { z } from 'zod';
import { replaceFile } from '../../../src/kit/on-disk.ts';
import type { Connection } from './connection.ts';
import type { CommandOutcome } from './outcome.ts';
import { isFromSources } from './own-program.ts';
import { ServerRefusedError } from './server-refused-error.ts';

/** A build that the server offers in a command. */
export const upgradeOffer = z.object({
  version: z.string(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  size: z.int().positive(),
  path: z.string().startsWith('/api/endpoints/'),
});
export type UpgradeOffer = z.output<typeof upgradeOffer>;

/** Time without any data after which a download fails. */
const IDLE_MS = 600_000;
/** Slowest link that can download a build: 64 kbit/s. */
const MIN_BYTES_PER_SECOND = 8 * 1024;

/** Returns the milliseconds after which a download fails, even if data still arrive: 4.7 hours for 128 MB. */
export const computeDownloadLimitMs = (size: number): number =>
  IDLE_MS + Math.ceil(size / MIN_BYTES_PER_SECOND) * 1000;

/**
 * Replaces this program with a build and keeps the old one as `.previous`. The build is started once before;
 * the outcome is failed if it does not report the promised version. It is also failed for an agent that runs
 * from its sources. Rejects when the download fails, takes longer than `limitMs` or has another digest, or the
 * build does not start.
 */
export async function installUpgrade(
  offer: UpgradeOffer,
  connection: Connection,
  headers: Record<string, string>,
  program = process.execPath,
  limitMs = computeDownloadLimitMs(offer.size),
): Promise<CommandOutcome> {
  if (isFromSources(program))
    return {
      status: 'failed',
      output: 'This agent runs from source and cannot be upgraded.',
    };
  const next = `${program}.next`;
  try {
    await download(offer, next, connection, headers, limitMs);
    chmodSync(next, 0o755);
    const reportedVersion = execFileSync(next, ['version'], { timeout: 30_000 }).toString().trim();
    if (reportedVersion !== `millwright ${offer.version}`)
      return {
        status: 'failed',
        output: `The build reports another version: ${reportedVersion.slice(0, 100)}.`,
      };
    replaceFile(program, `${program}.previous`);
    replaceFile(next, program);
    return { status: 'succeeded', exitcode: 0, output: `Version ${offer.version} starts now.` };
  } finally {
    rmSync(next, { force: true });
  }
}

async function download(
  { path, sha256, size }: UpgradeOffer,
  target: string,
  connection: Connection,
  headers: Record<string, string>,
  limitMs: number,
): Promise<void> {
  const digest = createHash('sha256');
  let left = size;
  // The download is a new file, so that it does not write through an existing file or link.
  rmSync(target, { force: true });
  const file = openSync(target, 'wx', 0o700);
  try {
    const signal = AbortSignal.timeout(limitMs);
    const options = { headers, ms: IDLE_MS, signal };
    const received = connection.read(path.slice('/api'.length), options, (chunk) => {
      left -= chunk.byteLength;
      if (left < 0) throw new Error('The download is larger than announced.');
      digest.update(chunk);
      writeSync(file, chunk);
    });
    const refusal = await received.catch((cause: unknown) => {
      throw signal.aborted ? new Error('The download took too long and was stopped.', { cause }) : cause;
    });
    if (refusal) throw new ServerRefusedError(refusal);
  } finally {
    closeSync(file);
  }
  if (digest.digest('hex') !== sha256)
    throw new Error('The downloaded file does not match the announced build. It was not run.');
}

/**
 * Trial period of a newly installed build. It ends when the build reaches the server, or with the return of
 * the previous build.
 */
export class UpgradeTrial {
  private readonly previous: string;

  constructor(private readonly program = process.execPath) {
    this.previous = `${program}.previous`;
  }

  /** True from the replacement until `confirm` or `restorePrevious`. */
  get isOn(): boolean {
    return existsSync(this.previous);
  }

  /** Ends the trial and deletes the previous build. */
  confirm(): void {
    rmSync(this.previous, { force: true });
  }

  /** Ends the trial and replaces the new build with the previous one. */
  restorePrevious(): void {
    replaceFile(this.previous, this.program);
  }
}
