import { randomBytes } from 'node:crypto';
import { version } from '../../../src/kit/version.ts';
import type { AppliedEntries } from './agent-context.ts';
import { type ApplianceRequest, type ApplianceResponse, Connection } from './connection.ts';
import { ServerRefusedError } from './server-refused-error.ts';
import type { AgentState, StateFile } from './state.ts';
import { formatOperatingSystem, readFirmware, readHostname, readOperatingSystem } from './this-pc.ts';

/** Maximum number of remembered entry digests; the newest are retained. */
const MAX_APPLIED = 1000;

export const createNonce = (): string => randomBytes(32).toString('hex');

/** Identity of this PC towards its server: the stored state, and the credentials that it sends. */
export class Identity {
  readonly connection: Connection;

  constructor(
    private known: AgentState,
    private readonly file: StateFile,
    private readonly writeLine: (line: string) => void,
  ) {
    this.connection = new Connection(known.server, () => this.known.pins);
  }

  get state(): Readonly<AgentState> {
    return this.known;
  }

  /**
   * Makes one enrollment call, stores the credential and the state, and returns the state that the server
   * reports. Throws ServerRefusedError for any answer other than success.
   */
  async enroll(): Promise<string> {
    const { serialnumber } = await readFirmware();
    const osversion = formatOperatingSystem(await readOperatingSystem());
    const { nonce, sharedkey } = this.known;
    const answer = await this.connection.request('/endpoints/enroll', {
      method: 'POST',
      body: { hostname: readHostname(), serialnumber, nonce, agentversion: version, osversion },
      headers: sharedkey ? { 'x-api-key': sharedkey } : {},
    });
    const reply = dataOrThrow(answer) as { state: string; credential: string | null; assetid: number | null };
    if (reply.credential) {
      this.save({ credential: reply.credential, assetid: reply.assetid ?? undefined });
      this.writeLine(`enrolled as asset ${reply.assetid}`);
    }
    // A PC that waits for approval repeats the call, and each write is flushed to the disk.
    if (reply.state !== this.known.told) this.save({ told: reply.state });
    return reply.state;
  }

  /** True for a PC that is blocked from enrolling and continues with the shared key. */
  get isOnSharedKey(): boolean {
    const { credential, sharedkey, told: enrollmentState } = this.known;
    return credential === undefined && sharedkey !== undefined && enrollmentState === 'blocked';
  }

  /** Digests of applied entries that cannot be detected. */
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

  /**
   * Returns the header with the credential, or with the shared key if this PC continues with it. Otherwise
   * returns no header.
   */
  headers(): Record<string, string> {
    const { credential, sharedkey } = this.known;
    if (credential) return { 'x-endpoint-credential': credential };
    return this.isOnSharedKey ? { 'x-api-key': sharedkey! } : {};
  }

  /** Returns the path, with the host name of this PC if it identifies itself with the shared key. */
  withHostname(path: string): string {
    if (!this.isOnSharedKey) return path;
    return `${path}${path.includes('?') ? '&' : '?'}hostname=${encodeURIComponent(readHostname())}`;
  }

  /**
   * Sends a request with the identity of this PC. Throws ServerRefusedError for any answer other than
   * success. Deletes the credential first when the server reports that it is no longer valid.
   */
  async request(path: string, options: ApplianceRequest = {}): Promise<ApplianceResponse> {
    const credential = this.known.credential;
    const answer = await this.connection.request(this.withHostname(path), {
      ...options,
      headers: this.headers(),
    });
    // Another call may have got the same answer earlier, and there may be a new credential now.
    if (answer.code === 'CREDENTIAL_INVALID' && this.known.credential === credential) this.deleteCredential();
    if (answer.status >= 300) throw new ServerRefusedError(answer);
    return answer;
  }

  /** Deletes a revoked credential, so that the PC enrolls again like a new agent. */
  private deleteCredential(): void {
    const { credential: _ended, assetid: _known, ...rest } = this.known;
    this.known = { ...rest, nonce: createNonce() };
    this.file.write(this.known);
  }

  save(change: Partial<AgentState>): void {
    this.known = { ...this.known, ...change };
    this.file.write(this.known);
  }
}

function dataOrThrow(answer: ApplianceResponse): unknown {
  if (answer.status >= 300) throw new ServerRefusedError(answer);
  return answer.data;
}
