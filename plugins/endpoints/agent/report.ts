import { errorMessageOf } from '../../../src/kit/error-message.ts';
import { MAX_REASON_LENGTH, MAX_TEXT_LENGTH, writeSpooledReport } from './report-file.ts';
import { takeScreenshot } from './screenshot.ts';

interface Output {
  out(line: string): void;
}

/**
 * Hands a user's report to the agent, which alone has the credential to send it. Returns the exit code 0.
 * Throws an Error with a message for a missing or too long text, and for a too long reason. A failed picture
 * does not prevent the report.
 */
export async function createOperatorReport(
  spool: string,
  flags: ReadonlyMap<string, string>,
  { out }: Output,
): Promise<number> {
  const text = (flags.get('text') ?? '').trim();
  if (text === '') throw new Error('Enter the text of the report: --text "..."');
  if (text.length > MAX_TEXT_LENGTH)
    throw new Error(`A report can have at most ${MAX_TEXT_LENGTH} characters.`);
  const reason = flags.get('reason')?.trim();
  if (reason && reason.length > MAX_REASON_LENGTH)
    throw new Error(`A reason can have at most ${MAX_REASON_LENGTH} characters.`);
  const picture = flags.has('screenshot') ? await pictureOf(out) : {};
  writeSpooledReport(spool, { text, ...(reason && { reason }), ...picture });
  out('The report is queued. The agent of this PC sends it.');
  return 0;
}

async function pictureOf(out: (line: string) => void): Promise<{ picture: string } | { nopicture: string }> {
  try {
    return { picture: (await takeScreenshot()).toString('base64') };
  } catch (cause) {
    const nopicture = errorMessageOf(cause).slice(0, 500);
    out(`The report has no screenshot. ${nopicture}`);
    return { nopicture };
  }
}
