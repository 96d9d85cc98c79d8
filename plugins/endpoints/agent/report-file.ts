import { randomBytes } from 'node:crypto';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { replaceFile } from '../../../src/kit/on-disk.ts';

const MB = 1024 * 1024;
export const MAX_PICTURE_BYTES = 8 * MB;
/** Maximum size of a report with the largest picture as base64. */
export const MAX_REPORT_FILE_BYTES = 12 * MB;
export const MAX_TEXT_LENGTH = 8000;
export const MAX_REASON_LENGTH = 255;

/**
 * A report that a user hands to the agent of this PC. It is a single file, so that no partial report is ever
 * sent.
 */
export const reportFile = z.object({
  text: z.string().trim().min(1).max(MAX_TEXT_LENGTH),
  reason: z.string().max(MAX_REASON_LENGTH).optional(),
  /** Picture of the screen in base64. */
  picture: z.string().optional(),
  /** Reason why a requested picture is missing. */
  nopicture: z.string().max(500).optional(),
});
export type ReportFile = z.output<typeof reportFile>;

/** Names of complete reports. A report that is still being written has another name. */
export const REPORT_NAME = /^[0-9a-f]{32}\.report$/;

/** Returns the file extension of a supported picture, or undefined. */
export function detectPictureType(bytes: Buffer): 'png' | 'jpg' | undefined {
  if (bytes.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  return bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff ? 'jpg' : undefined;
}

/** Puts a report into the folder of the agent. Throws an Error with a message when the folder is missing. */
export function writeSpooledReport(folder: string, report: ReportFile): void {
  const name = randomBytes(16).toString('hex');
  const part = join(folder, `${name}.part`);
  const file = create(part);
  try {
    writeSync(file, JSON.stringify(report));
  } catch (cause) {
    rmSync(part, { force: true });
    throw cause;
  } finally {
    closeSync(file);
  }
  replaceFile(part, join(folder, `${name}.report`));
}

/** Creates a new file that only its owner and the system can read. */
function create(path: string): number {
  try {
    return openSync(path, 'wx', 0o600);
  } catch (cause) {
    if ((cause as { code?: string }).code !== 'ENOENT') throw cause;
    throw new Error('The agent of this PC has not run yet, so it cannot accept reports.');
  }
}
