import { chmodSync, existsSync, lstatSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readText, replaceFile, syncFile, syncFolder } from '../../../src/kit/on-disk.ts';
import { closeFolderAndFiles } from './windows-folder.ts';

const FILE = 'agent.json';
/** Database file of an appliance. A folder with this file never belongs to the agent. */
const APPLIANCE_FILE = 'millwright.db';

const schema = z.object({
  /** Base URL of the appliance, with its path. */
  server: z.url(),
  /**
   * Trusted SPKI pins (SHA-256, base64), of which the server must present one. Without pins, the certificate
   * authorities of the PC decide.
   */
  pins: z.string().array(),
  /** Nonce that an approval is bound to. It is sent only to the server. */
  nonce: z.string(),
  credential: z.string().optional(),
  /** Last enrollment state from the server, such as `pending`; absent before the first answer. */
  told: z.string().optional(),
  assetid: z.int().optional(),
  /** The shared key, for PCs that enroll automatically. */
  sharedkey: z.string().optional(),
  /** IDs of the alerts that were shown on this PC, the newest last. */
  shownalerts: z.int().array().optional(),
  /** Digests of applied entries that cannot be detected, the newest last. */
  applied: z.string().array().optional(),
  /** IDs of the alerts that a user acknowledged and the server does not know of yet. */
  seenalerts: z.int().array().optional(),
});
export type AgentState = z.output<typeof schema>;

/**
 * Returns the folder of the agent's state, which only the system can read. On Windows it differs from the
 * folder of an appliance on the same PC. Agents that were set up before this folder existed keep the earlier
 * one.
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

/** State of the agent in one file that only the system can read. */
export class StateFile {
  private isOurs = false;

  constructor(
    private readonly folder: string,
    private readonly platform: string = process.platform,
    private readonly close: (folder: string) => void = closeFolderAndFiles,
  ) {}

  /** Folder where users of this PC leave reports. It is next to the private state folder. */
  get spool(): string {
    return `${this.folder}-reports`;
  }

  /** Folder for temporary files. Other users cannot add files to it. */
  get work(): string {
    return join(this.folder, 'work');
  }

  /**
   * Returns the state, or undefined before the first enrollment. Throws an Error with a message when the file
   * is damaged.
   */
  read(): AgentState | undefined {
    const path = join(this.folder, FILE);
    if (!existsSync(path)) return undefined;
    const parsed = schema.safeParse(parse(readText(path)));
    if (!parsed.success) throw new Error(`${path} is damaged. Delete it and enroll again.`);
    return parsed.data;
  }

  /**
   * Writes the state in one step, so that no reader finds half a file, also after a power failure. The state is
   * on the disk when this returns. Restricts the folder to the system first.
   */
  write(state: AgentState): void {
    this.claim();
    const next = join(this.folder, `${FILE}.next`);
    // Deletes an existing file, so that the write does not go through a link.
    rmSync(next, { force: true });
    writeFileSync(next, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
    syncFile(next);
    replaceFile(next, join(this.folder, FILE));
    syncFolder(this.folder);
  }

  /** Restricts the folder to the system, before anything is written to it. */
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
