import type { BackgroundProcesses } from './background-processes.ts';
import { buildSessionCommand, type Desktop } from './desktops.ts';
import { runProgram } from './programs.ts';

/**
 * Button with which a user acknowledges a notice. `signal` removes the notice when a press is no longer
 * needed, and `pressed` is called on a press.
 */
export interface NoticeButton {
  programs: BackgroundProcesses;
  signal: AbortSignal;
  pressed(): void;
}

const NAME = 'seen';
/** Time for a desktop to show a notice. After that, the notice counts as not shown. */
const SHOWN_MS = 15_000;
/** Extra time for the programs, in addition to the display time of the notice. */
const SPARE_MS = 10_000;

/** Returns the ID of the notice, which is printed first. 0 is not an ID. */
const numberIn = (output: string): string | undefined => /^([1-9]\d*)\n/.exec(output)?.[1];
const isPressed = (output: string): boolean => output.split('\n').includes(NAME);

/**
 * Shows a notice with a button and waits for the press in the background. Returns whether the notice is
 * shown; false with a notify-send older than 0.8, which has no buttons.
 */
export function showWithButton(
  desktop: Desktop,
  args: readonly string[],
  seconds: number,
  { programs, signal, pressed }: NoticeButton,
): Promise<boolean> {
  const waiting = new AbortController();
  // Line buffering is needed, because otherwise the ID is printed only at the end.
  const program = ['-oL', 'notify-send', '--print-id', `--action=${NAME}=Seen`];
  const command = buildSessionCommand(desktop, 'stdbuf', [...program, ...args]);
  let number: string | undefined;
  const leave = () => void (number && closeNotice(desktop, number));
  return new Promise((resolve) => {
    const late = setTimeout(() => waiting.abort(), SHOWN_MS);
    const onOutput = (output: string) => {
      number = numberIn(output);
      if (!number) return;
      clearTimeout(late);
      resolve(true);
      if (!isPressed(output)) return;
      number = undefined;
      pressed();
    };
    const ends = AbortSignal.any([signal, waiting.signal]);
    signal.addEventListener('abort', leave, { once: true });
    void programs.run(...command, { ms: seconds * 1000 + SPARE_MS, signal: ends, onOutput }).then((ended) => {
      clearTimeout(late);
      signal.removeEventListener('abort', leave);
      // An alert that was read elsewhere or has ended counts as shown here.
      resolve(ended?.code === 0 || signal.aborted);
    });
  });
}

/** Closes a notice on a desktop. If this fails, the notice expires or a user closes it. */
async function closeNotice(desktop: Desktop, number: string): Promise<void> {
  const bus = 'org.freedesktop.Notifications';
  const call = ['/org/freedesktop/Notifications', `${bus}.CloseNotification`, `uint32:${number}`];
  const command = buildSessionCommand(desktop, 'dbus-send', [
    '--session',
    '--print-reply',
    `--dest=${bus}`,
    ...call,
  ]);
  await runProgram(...command).catch(() => undefined);
}

/** Minimum reading time. A message that ends sooner was not read by a user. */
const LEAST_READING_SECONDS = 1;
/** Tolerance around the time limit, at which an expired message ends. */
const CLEARLY_SECONDS = 1;
/** Time within which a failing message ends. */
const FAILS_MS = 3000;

/**
 * Reports whether a user answered a msg.exe message: it ended successfully, not sooner than a user can read
 * it, and clearly before its time limit.
 */
export const wasAnswered = (code: number, elapsedSeconds: number, seconds: number): boolean =>
  code === 0 && elapsedSeconds >= LEAST_READING_SECONDS && elapsedSeconds < seconds - CLEARLY_SECONDS;

/**
 * Shows a message in one session of a Windows PC and waits for the answer in the background. Calls `pressed`
 * when the user answers. Returns whether the message is shown, which counts as true when msg.exe has not
 * failed within three seconds.
 */
export function showUntilAnswered(
  session: number,
  text: string,
  seconds: number,
  { programs, signal, pressed }: NoticeButton,
): Promise<boolean> {
  const began = performance.now();
  const args = [String(session), '/w', `/time:${seconds}`, text];
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(true), FAILS_MS);
    void programs.run('msg.exe', args, { ms: seconds * 1000 + SPARE_MS, signal }).then((ended) => {
      clearTimeout(timer);
      resolve(ended?.code === 0);
      if (ended && wasAnswered(ended.code, (performance.now() - began) / 1000, seconds)) pressed();
    });
  });
}
