import { normalizeText } from '../../../src/kit/clean-text.ts';
import { buildSessionCommand, type Desktop, listDesktops } from './desktops.ts';
import { type NoticeButton, showUntilAnswered, showWithButton } from './notice-button.ts';
import { runProgram } from './programs.ts';
import { findLoggedInUser, runPowershell } from './this-pc.ts';

/** What people at this PC are shown. */
export interface Notice {
  title: string;
  text: string;
  /** How long it is shown; null until somebody takes it away. */
  seconds: number | null;
}

const MAX_TITLE_LENGTH = 100;
const MAX_TEXT_LENGTH = 2000;
const MAX_SECONDS = 24 * 3600;
const isWindows = process.platform === 'win32';

/** Text of others as it may be shown: no controls but ends of lines, nothing invisible, and no more than is read. */
export const toNoticeText = (given: string, most: number): string =>
  normalizeText(given.slice(0, most * 2))
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .trim()
    .slice(0, most)
    .toWellFormed();

/**
 * Shows it to whoever uses this PC: on the desktop, else on the terminals. Answers where; undefined when nobody is
 * logged in who could see it. Rejects when it could not be shown. With a button it can be taken as read, where it is
 * shown with buttons.
 */
export async function showNotice(
  given: Notice,
  folder?: string,
  button?: NoticeButton,
): Promise<string | undefined> {
  const notice = {
    title: toNoticeText(given.title, MAX_TITLE_LENGTH).replaceAll('\n', ' '),
    text: toNoticeText(given.text, MAX_TEXT_LENGTH),
    seconds: given.seconds === null ? null : Math.min(Math.max(given.seconds, 1), MAX_SECONDS),
  };
  if (isWindows) return onWindows(notice, button);
  const reached: string[] = [];
  for (const desktop of await listDesktops(folder))
    if (await onDesktop(desktop, notice, button)) reached.push(desktop.user);
  if (reached.length > 0) return `Shown on the desktop of ${reached.join(', ')}.`;
  if ((await findLoggedInUser()) === undefined) return undefined;
  // As its input: an argument that names a file would be read out, whatever stands in that file.
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
    // Desktops read marks of HTML in it.
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  ];
  if (button && (await showWithButton(desktop, args, seconds ?? MAX_SECONDS, button))) return true;
  try {
    await runProgram(...buildSessionCommand(desktop, 'notify-send', args));
    return true;
  } catch {
    // A session without a desktop, or one that shows no notices: there are the terminals.
    return false;
  }
}

async function onWindows(notice: Notice, button?: NoticeButton): Promise<string | undefined> {
  if ((await findLoggedInUser()) === undefined) return undefined;
  const seconds = notice.seconds ?? MAX_SECONDS;
  // It begins with the title, which is no option.
  const text = `${notice.title}\r\n\r\n${notice.text}`;
  if (!button || !(await inSessions(text, seconds, button)))
    await runProgram('msg.exe', ['*', `/time:${seconds}`, text]);
  return 'Shown in the sessions of this PC.';
}

/** In each session by itself: msg.exe shows it in the next one only after the answer of the one before. */
async function inSessions(text: string, seconds: number, button: NoticeButton): Promise<boolean> {
  const sessions = await runPowershell<number[]>(
    'ConvertTo-Json @((Get-Process explorer -ErrorAction SilentlyContinue).SessionId|Sort-Object -Unique)',
  );
  const shown = await Promise.all(
    (sessions ?? []).map((session) => showUntilAnswered(session, text, seconds, button)),
  );
  return shown.includes(true);
}
