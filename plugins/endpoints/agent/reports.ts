import { errorMessageOf } from '../../../src/kit/error-message.ts';
import type { ApplianceRequest, ApplianceResponse } from './connection.ts';
import { detectPictureType, MAX_PICTURE_BYTES, type ReportFile } from './report-file.ts';
import { ServerRefusedError } from './server-refused-error.ts';
import type { Spool, SpooledReport } from './spool.ts';
import { findLoggedInUser, readOutputLines } from './this-pc.ts';

const HOUR_MS = 3_600_000;
/**
 * Maximum reports of one user in an hour. The appliance accepts ten of one PC, and other users of the PC must
 * be able to report too.
 */
const MAX_PER_HOUR = 8;
/** Statuses for an invalid report. Any other failure may be temporary. */
const REJECTED_STATUSES = [400, 413, 415, 422];

interface ReportSenderDependencies {
  ask(path: string, options: ApplianceRequest): Promise<ApplianceResponse>;
  writeLine(line: string): void;
  /** Milliseconds of a monotonic clock. */
  now?(): number;
}

/** Sends the reports of this PC's users. */
export class SpooledReportSender {
  private readonly sent = new Map<number, number[]>();
  /** Time until which the appliance accepts no further report, in milliseconds of the clock `now`. */
  private quietUntil = 0;

  constructor(
    private readonly spool: Spool,
    private readonly needs: ReportSenderDependencies,
  ) {}

  /**
   * Sends the next report, if there is one now and its user may send one. A report that the appliance rejects
   * for good is deleted. Rejects when the appliance did not accept it for now; the report then stays in the
   * spool.
   */
  async send(): Promise<void> {
    if (this.now < this.quietUntil) return;
    const left = this.spool.next((uid) => this.recentTimesOf(uid).length < MAX_PER_HOUR);
    if (!left) return;
    try {
      await this.needs.ask('/endpoints/operator-reports', {
        method: 'POST',
        form: formOf(left.report, await userOf(left)),
        ms: 120_000,
      });
      this.sent.set(left.uid, [...this.recentTimesOf(left.uid), this.now]);
    } catch (cause) {
      if (cause instanceof ServerRefusedError) this.quietUntil = this.now + quietOf(cause.answer);
      if (!(cause instanceof ServerRefusedError && REJECTED_STATUSES.includes(cause.answer.status)))
        throw cause;
      this.needs.writeLine(`a report was rejected: ${errorMessageOf(cause)}`);
    }
    this.spool.drop(left.name);
  }

  private recentTimesOf(uid: number): number[] {
    return (this.sent.get(uid) ?? []).filter((at) => this.now - at < HOUR_MS);
  }

  private get now(): number {
    return this.needs.now?.() ?? performance.now();
  }
}

/**
 * Returns the milliseconds during which the appliance accepts no more reports of this PC, at most one hour.
 */
const quietOf = ({ status, retryAfter }: ApplianceResponse): number =>
  status === 429 ? Math.min(retryAfter * 1000, HOUR_MS) : 0;

async function userOf({ uid }: SpooledReport): Promise<string | undefined> {
  if (process.platform === 'win32') return findLoggedInUser();
  return (await readOutputLines('id', ['-nu', String(uid)]))[0] ?? `user ${uid}`;
}

function formOf({ text, reason, picture, nopicture }: ReportFile, user: string | undefined): FormData {
  const form = new FormData();
  form.append('text', text);
  if (reason) form.append('reason', reason);
  const bytes = picture === undefined ? undefined : Buffer.from(picture, 'base64');
  const kind = bytes && bytes.byteLength <= MAX_PICTURE_BYTES ? detectPictureType(bytes) : undefined;
  const why = bytes && !kind ? 'The attached file is not a supported image.' : nopicture;
  const details = [user && `Reported by ${user}.`, why && `No screenshot: ${why}`];
  form.append('details', details.filter((line) => line).join('\n'));
  if (bytes && kind) form.append('screenshot', new File([new Uint8Array(bytes)], `screen.${kind}`));
  return form;
}
