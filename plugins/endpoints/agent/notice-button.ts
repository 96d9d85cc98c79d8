import type { BackgroundProcesses } from './background-processes.ts';
import { buildSessionCommand, type Desktop } from './desktops.ts';
import { runProgram } from './programs.ts';

/** How people say that they have read a notice. It is taken away once nobody needs to press it any more. */
export interface NoticeButton {
  programs: BackgroundProcesses;
  signal: AbortSignal;
  pressed(): void;
}

const NAME = 'seen';
/** A desktop that has not shown it by then shows nothing. */
const SHOWN_MS = 15_000;
/** What the programs need beside the time of the notice itself. */
const SPARE_MS = 10_000;

/** The number of the notice, which is printed first; 0 is none. */
const numberIn = (told: string): string | undefined => /^([1-9]\d*)\n/.exec(told)?.[1];
const isPressed = (told: string): boolean => told.split('\n').includes(NAME);

/**
 * Shows a notice with a button that is waited for beside everything else. Answers whether it is shown: not by a
 * notify-send that is older than its buttons (0.8).
 */
export function showWithButton(
  desktop: Desktop,
  args: readonly string[],
  seconds: number,
  { programs, signal, pressed }: NoticeButton,
): Promise<boolean> {
  const waiting = new AbortController();
  // By lines, for it would keep its number to itself until it ends.
  const program = ['-oL', 'notify-send', '--print-id', `--action=${NAME}=Seen`];
  const command = buildSessionCommand(desktop, 'stdbuf', [...program, ...args]);
  let number: string | undefined;
  const leave = () => void (number && takeAway(desktop, number));
  return new Promise((resolve) => {
    const late = setTimeout(() => waiting.abort(), SHOWN_MS);
    const hear = (told: string) => {
      number = numberIn(told);
      if (!number) return;
      clearTimeout(late);
      resolve(true);
      if (!isPressed(told)) return;
      number = undefined;
      pressed();
    };
    const ends = AbortSignal.any([signal, waiting.signal]);
    signal.addEventListener('abort', leave, { once: true });
    void programs
      .run(...command, { ms: seconds * 1000 + SPARE_MS, signal: ends, onOutput: hear })
      .then((ended) => {
        clearTimeout(late);
        signal.removeEventListener('abort', leave);
        // Whoever has read it elsewhere, or is told that it is over, need not see it here.
        resolve(ended?.code === 0 || signal.aborted);
      });
  });
}

/** Takes a notice off a desktop; where that does not go it runs out, or somebody takes it away. */
async function takeAway(desktop: Desktop, number: string): Promise<void> {
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

/** Nobody reads in less; what ends sooner had nobody before it. */
const LEAST_READING_SECONDS = 1;
/** A message that ran out ends about when its time does. */
const CLEARLY_SECONDS = 1;
/** A message that goes wrong does so at once. */
const FAILS_MS = 3000;

/** Whether somebody has answered a message of msg.exe: it ends before its time, and well. */
export const wasAnswered = (code: number, elapsedSeconds: number, seconds: number): boolean =>
  code === 0 && elapsedSeconds >= LEAST_READING_SECONDS && elapsedSeconds < seconds - CLEARLY_SECONDS;

/** Shows a message in one session of a Windows PC, and waits for its answer beside everything else. Answers whether it is shown. */
export function showUntilAnswered(
  session: number,
  text: string,
  seconds: number,
  { programs, signal, pressed }: NoticeButton,
): Promise<boolean> {
  const began = performance.now();
  const args = [String(session), '/w', `/time:${seconds}`, text];
  return new Promise((resolve) => {
    const stands = setTimeout(() => resolve(true), FAILS_MS);
    void programs.run('msg.exe', args, { ms: seconds * 1000 + SPARE_MS, signal }).then((ended) => {
      clearTimeout(stands);
      resolve(ended?.code === 0);
      if (ended && wasAnswered(ended.code, (performance.now() - began) / 1000, seconds)) pressed();
    });
  });
}
