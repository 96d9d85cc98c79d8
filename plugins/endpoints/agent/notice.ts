import { normalizeText } from '../../../src/kit/clean-text.ts';
import { buildSessionCommand, type Desktop, listDesktops } from './desktops.ts';
import { type NoticeButton, showUntilAnswered, showWithButton } from './notice-button.ts';
import { runProgram } from './programs.ts';
import { findLoggedInUser, runPowershell } from './this-pc.ts';

/** A message to the users of this PC. */
export interface Notice {
  title: string;
  text: string;
  /** Display time in seconds; null until a user closes it, on Windows at most a day. */
  seconds: number | null;
}

const MAX_TITLE_LENGTH = 100;
const MAX_TEXT_LENGTH = 2000;
const MAX_SECONDS = 24 * 3600;
const isWindows = process.platform === 'win32';

/**
 * Returns untrusted text in displayable form, trimmed, at most `most` characters. Removes invisible
 * characters, and replaces control characters except line breaks with blanks.
 */
export const toNoticeText = (text: string, most: number): string =>
  normalizeText(text.slice(0, most * 2))
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .trim()
    .slice(0, most)
    .toWellFormed();

/**
 * Shows a notice to the users of this PC, in the sessions of Windows, or on the desktops of Linux and, if
 * none shows it, on the terminals. Returns a sentence that says where, or undefined when no user is signed
 * in. Rejects when it could not be shown. With a button, users can acknowledge it where buttons are
 * supported. `folder` is the directory of the user sessions on Linux.
 */
export async function showNotice(
  requested: Notice,
  folder?: string,
  button?: NoticeButton,
): Promise<string | undefined> {
  const notice = {
    title: toNoticeText(requested.title, MAX_TITLE_LENGTH).replaceAll('\n', ' '),
    text: toNoticeText(requested.text, MAX_TEXT_LENGTH),
    seconds: requested.seconds === null ? null : Math.min(Math.max(requested.seconds, 1), MAX_SECONDS),
  };
  if (isWindows) return onWindows(notice, button);
  const reached: string[] = [];
  for (const desktop of await listDesktops(folder))
    if (await onDesktop(desktop, notice, button)) reached.push(desktop.user);
  if (reached.length > 0) return `Shown on the desktop of ${reached.join(', ')}.`;
  if ((await findLoggedInUser()) === undefined) return undefined;
  // The text is passed as input, because `wall` prints the file that an argument names.
  await runProgram('wall', [], { input: `${notice.title}\n\n${notice.text}\n` });
  return 'Shown on the terminals.';
}

async function onDesktop(
  desktop: Desktop,
  { title, text, seconds }: Notice,
  button?: NoticeButton,
): Promise<boolean> {
  const args = [
    '--app-name=Millwright',
    `--urgency=${seconds === null ? 'critical' : 'normal'}`,
    ...(seconds === null ? [] : [`--expire-time=${seconds * 1000}`]),
    '--',
    title,
    // Desktops interpret HTML in the text.
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  ];
  if (button && (await showWithButton(desktop, args, seconds ?? MAX_SECONDS, button))) return true;
  try {
    await runProgram(...buildSessionCommand(desktop, 'notify-send', args));
    return true;
  } catch {
    // The session has no desktop or shows no notices. The terminals are used instead.
    return false;
  }
}

async function onWindows(notice: Notice, button?: NoticeButton): Promise<string | undefined> {
  if ((await findLoggedInUser()) === undefined) return undefined;
  const seconds = notice.seconds ?? MAX_SECONDS;
  // The text starts with the title, so msg.exe does not read it as an option.
  const text = `${notice.title}\r\n\r\n${notice.text}`;
  if (!button || !(await inSessions(text, seconds, button)))
    await runProgram('msg.exe', ['*', `/time:${seconds}`, text]);
  return 'Shown in the sessions of this PC.';
}

/**
 * Shows the message with a button in each session separately. Returns whether at least one session shows it.
 * With `*`, msg.exe waits for the answer of one session before it continues with the next.
 */
async function inSessions(text: string, seconds: number, button: NoticeButton): Promise<boolean> {
  const sessions = await runPowershell<number[]>(
    'ConvertTo-Json @((Get-Process explorer -ErrorAction SilentlyContinue).SessionId|Sort-Object -Unique)',
  );
  const answers = await Promise.all(
    (sessions ?? []).map((session) => showUntilAnswered(session, text, seconds, button)),
  );
  return answers.includes(true);
}
