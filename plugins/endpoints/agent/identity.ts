import { randomBytes } from 'node:crypto';
import { version } from '../../../src/kit/version.ts';
import type { AppliedEntries } from './agent-context.ts';
import { type ApplianceRequest, type ApplianceResponse, Connection } from './connection.ts';
import { ServerRefusedError } from './server-refused-error.ts';
import type { AgentState, StateFile } from './state.ts';
import { readFirmware, readHostname, readOperatingSystem } from './this-pc.ts';

/** Digests of entries that are remembered, the newest. */
const MAX_APPLIED = 1000;

export const createNonce = (): string => randomBytes(32).toString('hex');

/** Who this PC is to its server: what it knows of itself, kept in its file, and what it shows when it asks. */
export class Identity {
  readonly connection: Connection;

  constructor(
    private known: AgentState,
    private readonly file: StateFile,
    private readonly say: (line: string) => void,
  ) {
    this.connection = new Connection(known.server, () => this.known.pins);
  }

  get state(): Readonly<AgentState> {
    return this.known;
  }

  /** One call for a credential; answers what the server said. */
  async enroll(): Promise<string> {
    const { serialnumber } = await readFirmware();
    const { osversion } = await readOperatingSystem();
    const { nonce, sharedkey } = this.known;
    const answer = await this.connection.request('/endpoints/enroll', {
      method: 'POST',
      body: { hostname: readHostname(), serialnumber, nonce, agentversion: version, osversion },
      headers: sharedkey ? { 'x-api-key': sharedkey } : {},
    });
    const told = wanted(answer) as { state: string; credential: string | null; assetid: number | null };
    if (told.credential) {
      this.save({ credential: told.credential, assetid: told.assetid ?? undefined });
      this.say(`enrolled as asset ${told.assetid}`);
    }
    this.save({ told: told.state });
    return told.state;
  }

  /** A PC that is kept from enrolling goes on with the key that all share, if it has it. */
  get isOnSharedKey(): boolean {
    const { credential, sharedkey, told } = this.known;
    return credential === undefined && sharedkey !== undefined && told === 'blocked';
  }

  /** Digests of what was applied and cannot be found again. */
  readonly applied: AppliedEntries = {
    has: (digest) => this.known.applied?.includes(digest) ?? false,
    add: (digest) => {
      const others = (this.known.applied ?? []).filter((other) => other !== digest);
      this.save({ applied: [...others, digest].slice(-MAX_APPLIED) });
    },
    keepOnly: (digests) => {
      const { applied = [] } = this.known;
      const left = applied.filter((digest) => digests.has(digest));
      if (left.length < applied.length) this.save({ applied: left });
    },
  };

  headers(): Record<string, string> {
    const { credential, sharedkey } = this.known;
    if (credential) return { 'x-endpoint-credential': credential };
    return this.isOnSharedKey ? { 'x-api-key': sharedkey! } : {};
  }

  /** The path with the name of this PC, where no credential says which one it is. */
  withHostname(path: string): string {
    if (!this.isOnSharedKey) return path;
    return `${path}${path.includes('?') ? '&' : '?'}hostname=${encodeURIComponent(readHostname())}`;
  }

  /** Asks in the name of this PC; throws Refused for what is no success. */
  async request(path: string, asking: ApplianceRequest = {}): Promise<ApplianceResponse> {
    const shown = this.known.credential;
    const answer = await this.connection.request(this.withHostname(path), {
      ...asking,
      headers: this.headers(),
    });
    // Another call may have been told before, and there is a new one by now.
    if (answer.code === 'CREDENTIAL_INVALID' && this.known.credential === shown) this.forget();
    if (answer.status >= 300) throw new ServerRefusedError(answer);
    return answer;
  }

  /** The credential was taken back: the PC asks for another one, as a new agent would. */
  private forget(): void {
    const { credential: _ended, assetid: _known, ...rest } = this.known;
    this.known = { ...rest, nonce: createNonce() };
    this.file.write(this.known);
  }

  save(change: Partial<AgentState>): void {
    this.known = { ...this.known, ...change };
    this.file.write(this.known);
  }
}

function wanted(answer: ApplianceResponse): unknown {
  if (answer.status >= 300) throw new ServerRefusedError(answer);
  return answer.data;
}
