import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const FILE = 'agent.json';

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
});
export type AgentState = z.output<typeof schema>;

/** Where the agent keeps what it knows: readable by the system alone. */
export const defaultFolder = (): string =>
  process.platform === 'win32'
    ? join(process.env.ProgramData ?? 'C:\\ProgramData', 'Millwright')
    : '/var/lib/millwright-agent';

/**
 * Below ProgramData whoever uses the PC reads, and makes files: he would have the credential, or tell the agent another
 * server. So the folder and what lies in it belong to the administrators, whoever made them, and to nobody else.
 */
const OURS_ALONE = `$ErrorActionPreference = 'Stop'
function Own($security, $rights) { $security.SetSecurityDescriptorSddlForm('O:BAD:PAI' + $rights, 'Owner,Access'); $security }
$rights = '(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)'
$folder = $env:MILLWRIGHT_STATE
[IO.Directory]::SetAccessControl($folder, (Own (New-Object Security.AccessControl.DirectorySecurity) $rights))
foreach ($file in [IO.Directory]::GetFiles($folder)) { [IO.File]::SetAccessControl($file, (Own (New-Object Security.AccessControl.FileSecurity) $rights.Replace('OICI', ''))) }`;

const powershell = (script: string, env: Record<string, string>): void => {
  const encoded = Buffer.from(script, 'utf16le').toString('base64');
  execFileSync('powershell.exe', ['-NoProfile', '-NonInteractive', '-EncodedCommand', encoded], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
};

/** What the agent knows, in one file that nobody else reads. */
export class StateFile {
  private isOurs = false;

  constructor(
    private readonly folder: string,
    private readonly platform: string = process.platform,
    private readonly asWindows = powershell,
  ) {}

  /** Undefined before the first enrollment. Throws an Error with a sentence for a file that is none. */
  read(): AgentState | undefined {
    const path = join(this.folder, FILE);
    if (!existsSync(path)) return undefined;
    const parsed = schema.safeParse(parse(readFileSync(path, 'utf8')));
    if (!parsed.success) throw new Error(`${path} is damaged. Delete it and enroll again.`);
    return parsed.data;
  }

  /** All of it or nothing: a power cut leaves the old file. */
  write(state: AgentState): void {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    this.keepOthersOut();
    const next = join(this.folder, `${FILE}.next`);
    writeFileSync(next, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 });
    renameSync(next, join(this.folder, FILE));
  }

  private keepOthersOut(): void {
    if (this.platform !== 'win32') {
      chmodSync(this.folder, 0o700);
      return;
    }
    if (lstatSync(this.folder).isSymbolicLink())
      throw new Error(`${this.folder} is a link. Remove it and enroll again.`);
    if (!this.isOurs) this.asWindows(OURS_ALONE, { MILLWRIGHT_STATE: this.folder });
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
