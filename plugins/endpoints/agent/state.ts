import { chmodSync, existsSync, lstatSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readText, replaceFile } from '../../../src/kit/on-disk.ts';
import { closeFolderAndFiles } from './windows-folder.ts';

const FILE = 'agent.json';
/** The database of an appliance: a folder that has it is never the agent's. */
const APPLIANCE_FILE = 'millwright.db';

const schema = z.object({
  /** The address of the appliance, base path included. */
  server: z.url(),
  /** SPKI pins (SHA-256, base64) that are trusted: one of them has to be shown. None: the authorities of the PC decide. */
  pins: z.string().array(),
  /** What an approval is bound to; it never leaves this PC but to the server. */
  nonce: z.string(),
  credential: z.string().optional(),
  /** What the server said last of the enrollment. */
  told: z.string().optional(),
  assetid: z.int().optional(),
  /** The key of all PCs, for those that enroll by themselves. */
  sharedkey: z.string().optional(),
  /** Alerts that were shown on this PC, the newest last. */
  shownalerts: z.int().array().optional(),
  /** Digests of entries that were applied and cannot be found again, the newest last. */
  applied: z.string().array().optional(),
  /** Those that somebody has taken as read, and of which the server does not know yet. */
  seenalerts: z.int().array().optional(),
});
export type AgentState = z.output<typeof schema>;

/**
 * Returns the folder of the agent's state, which the system alone reads. On Windows it is not the folder of an appliance
 * on the same PC. Agents that were set up before it had a name of its own keep the earlier one.
 */
export function resolveStateFolder(
  platform: string = process.platform,
  programData = process.env.ProgramData ?? 'C:\\ProgramData',
): string {
  if (platform !== 'win32') return '/var/lib/millwright-agent';
  const [current, earlier] = [join(programData, 'Millwright Agent'), join(programData, 'Millwright')];
  const isSetUpEarlier = existsSync(join(earlier, FILE)) && !existsSync(join(earlier, APPLIANCE_FILE));
  return isSetUpEarlier && !existsSync(join(current, FILE)) ? earlier : current;
}

/** What the agent knows, in one file that nobody else reads. */
export class StateFile {
  private isOurs = false;

  constructor(
    private readonly folder: string,
    private readonly platform: string = process.platform,
    private readonly close: (folder: string) => void = closeFolderAndFiles,
  ) {}

  /** Where people of this PC leave reports: beside what is the system's alone. */
  get spool(): string {
    return `${this.folder}-reports`;
  }

  /** What lies there only while it is used: others can put nothing beside it. */
  get work(): string {
    return join(this.folder, 'work');
  }

  /** Undefined before the first enrollment. Throws an Error with a sentence for a file that is none. */
  read(): AgentState | undefined {
    const path = join(this.folder, FILE);
    if (!existsSync(path)) return undefined;
    const parsed = schema.safeParse(parse(readText(path)));
    if (!parsed.success) throw new Error(`${path} is damaged. Delete it and enroll again.`);
    return parsed.data;
  }

  /** All of it or nothing: a power cut leaves the old file. */
  write(state: AgentState): void {
    this.claim();
    const next = join(this.folder, `${FILE}.next`);
    // Whatever somebody has put there before is not written through.
    rmSync(next, { force: true });
    writeFileSync(next, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
    replaceFile(next, join(this.folder, FILE));
  }

  /** Nobody but the system comes into the folder, from before the first word that is written there. */
  private claim(): void {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    if (this.platform !== 'win32') {
      chmodSync(this.folder, 0o700);
      return;
    }
    if (lstatSync(this.folder).isSymbolicLink())
      throw new Error(`${this.folder} is a link. Remove it and enroll again.`);
    if (!this.isOurs) this.close(this.folder);
    this.isOurs = true;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
