import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readOutputLines } from './this-pc.ts';

/** Somebody's session on this PC that has a bus of its own, as a desktop has. */
export interface Desktop {
  user: string;
  uid: number;
  /** Its own directory, where the bus and other sockets lie. */
  runtime: string;
}

/** Below it are those of the system, such as the one that shows the sign-in. */
const FIRST_PERSON = 1000;

/** The sessions of people on a Linux PC. `folder` is where the system keeps their sockets. */
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

/** A program and its arguments as they are run in somebody's session. */
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
