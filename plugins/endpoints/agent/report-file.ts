import { randomBytes } from 'node:crypto';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { replaceFile } from '../../../src/kit/on-disk.ts';

const MB = 1024 * 1024;
export const MAX_PICTURE_BYTES = 8 * MB;
/** A report with the largest picture, as text. */
export const MAX_REPORT_FILE_BYTES = 12 * MB;
export const MAX_TEXT_LENGTH = 8000;
export const MAX_REASON_LENGTH = 255;

/** What a person hands to the agent of this PC: one file, so that no half of it is ever sent. */
export const reportFile = z.object({
  text: z.string().trim().min(1).max(MAX_TEXT_LENGTH),
  reason: z.string().max(MAX_REASON_LENGTH).optional(),
  /** Of the screen, in base64. */
  picture: z.string().optional(),
  /** Why there is none, where one was wanted. */
  nopicture: z.string().max(500).optional(),
});
export type ReportFile = z.output<typeof reportFile>;

/** Reports that are whole; what is still being written has another name. */
export const REPORT_NAME = /^[0-9a-f]{32}\.report$/;

/** The extension of a picture that the appliance takes; undefined for anything else. */
export function detectPictureType(bytes: Buffer): 'png' | 'jpg' | undefined {
  if (bytes.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  return bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff ? 'jpg' : undefined;
}

/** Puts a report where the agent of this PC finds it. Throws an Error with a sentence when there is no such place. */
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

/** A new file that only its owner and the system read. */
function create(path: string): number {
  try {
    return openSync(path, 'wx', 0o600);
  } catch (cause) {
    if ((cause as { code?: string }).code !== 'ENOENT') throw cause;
    throw new Error('The agent of this PC takes no reports: it has not run yet.');
  }
}
