import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readOutputLines } from './this-pc.ts';

/** A user session on this PC with a bus of its own, as a desktop session has. */
export interface Desktop {
  user: string;
  uid: number;
  /** Runtime directory of the session, with the bus and other sockets. */
  runtime: string;
}

/** First user ID of a person. Lower ones belong to the system, such as the sign-in screen. */
const FIRST_PERSON = 1000;

/**
 * Lists the sessions of persons on a Linux PC that have their own D-Bus. `folder` is the directory where the
 * system stores their sockets.
 */
export async function listDesktops(folder = '/run/user'): Promise<Desktop[]> {
  const found: Desktop[] = [];
  for (const name of existsSync(folder) ? readdirSync(folder).sort() : []) {
    const uid = Number(name);
    const runtime = join(folder, name);
    if (!Number.isInteger(uid) || uid < FIRST_PERSON || !existsSync(join(runtime, 'bus'))) continue;
    const [user] = await readOutputLines('id', ['-nu', name]);
    if (user) found.push({ user, uid, runtime });
  }
  return found;
}

/**
 * Returns the program and arguments that run a program in a user session. For a session of another user, this
 * process must be root.
 */
export function buildSessionCommand(
  { user, uid, runtime }: Desktop,
  program: string,
  args: readonly string[],
): [string, string[]] {
  const command = [
    'env',
    `XDG_RUNTIME_DIR=${runtime}`,
    `DBUS_SESSION_BUS_ADDRESS=unix:path=${join(runtime, 'bus')}`,
    program,
    ...args,
  ];
  return process.getuid?.() === uid
    ? [command[0]!, command.slice(1)]
    : ['runuser', ['-u', user, '--', ...command]];
}
