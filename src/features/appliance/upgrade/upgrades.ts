import { existsSync, readFileSync, statSync } from 'node:fs';
import { createSystemContext, type WriteContext } from '../../../kit/data/tx.ts';
import { errorMessageOf } from '../../../kit/error-message.ts';
import { AppError, invalid } from '../../../kit/errors.ts';
import { toWriteError, writeHashed } from '../../../kit/files/write-stream.ts';
import type { Host } from '../../../kit/host.ts';
import { withIncomingBody } from '../../../kit/http/incoming-body.ts';
import { CandidateError, checkCandidate } from '../../../kit/program/candidate.ts';
import {
  describeOwnProgram,
  findUpgradeObstacle,
  type OwnProgram,
} from '../../../kit/program/own-program.ts';
import {
  type CommandRequest,
  clearUpgrades,
  makeStaging,
  readUpgradeState,
  removeStaging,
  stagedProgramOf,
  takeRequest,
  type UpgradeState,
  writeUpgradeState,
} from '../../../kit/program/upgrade-state.ts';
import type { UpgradeRequest } from '../../../kit/restore/relay.ts';
import { refuseWithoutSpace } from './disk-space.ts';

const MAX_PROGRAM_BYTES = 1024 ** 3;
/** Interval in milliseconds at which this process looks for the request of `millwright upgrade`. */
const INBOX_MS = 1000;
const INTERRUPTED =
  'The trial run of the new version was interrupted. The previous version continues with its data.';

/** Replaces the program of this appliance by a signed one. */
export class Upgrades {
  /** The current program. Tests replace it. */
  own: OwnProgram = describeOwnProgram();
  private isBusy = false;
  private timer: ReturnType<typeof setInterval> | undefined;

  constructor(private readonly host: Host) {}

  /** Reason why the program cannot be upgraded here, in a sentence; null when it can. */
  get obstacle(): string | null {
    return findUpgradeObstacle(this.own) ?? null;
  }

  /** The last upgrade of these data; undefined when there was none or its file is damaged. */
  get last(): UpgradeState | undefined {
    return readUpgradeState(this.host.config.data);
  }

  /**
   * Receives a program in a request body, checks it, and requests the end of this run to install it. Throws
   * 409 when the program cannot be upgraded here or is being upgraded. Throws 400 when the signature or the
   * file is invalid, 413 when it is too large, and 507 when the disk has too little space. Calls
   * `recheckAccess` before the installation; it throws when the caller has lost the permission. Deletes a
   * rejected program.
   */
  receive(
    context: WriteContext,
    req: Request,
    signature: string | undefined,
    recheckAccess: () => Promise<void>,
  ): Promise<void> {
    const { obstacle } = this;
    if (obstacle !== null) throw new AppError('CONFLICT', obstacle);
    const id = crypto.randomUUID();
    return this.runExclusive(id, async () => {
      refuseWithoutSpace(this.host, Number(req.headers.get('content-length') ?? 0));
      const file = makeStaging(this.host.config.data, id);
      await this.write(req, file);
      const version = await this.check(file, signature);
      await recheckAccess();
      const { userid, name: by } = context.actor;
      await this.begin(context, { id, file, version, by, userid });
    });
  }

  /**
   * Looks for requests of the command line, and records how the last upgrade ended. Called once this program
   * serves.
   */
  watch(): void {
    this.stop();
    this.recordLast();
    clearUpgrades(this.host.config.data);
    if (this.obstacle !== null) return;
    this.timer = setInterval(() => void this.readInbox(), INBOX_MS).unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private async runExclusive(id: string, work: () => Promise<void>): Promise<void> {
    if (this.isBusy) throw new AppError('CONFLICT', 'An upgrade is running. Wait until it finishes.');
    this.isBusy = true;
    try {
      await work();
    } catch (cause) {
      removeStaging(this.host.config.data, id);
      this.isBusy = false;
      throw cause;
    }
  }

  private async write(req: Request, file: string): Promise<void> {
    const { size } = await withIncomingBody(req, (content) =>
      writeHashed(file, { content, signal: content.signal }, refuseLarge),
    ).catch((cause) => Promise.reject(toWriteError(cause, this.host.log)));
    if (size === 0) throw invalid('file', 'The file is empty.');
  }

  private async check(file: string, signature: string | Buffer | undefined): Promise<string> {
    // The free space is checked again, because the size of the program is certain only now.
    refuseWithoutSpace(this.host, statSync(file).size);
    try {
      return await checkCandidate(file, signature, this.own);
    } catch (cause) {
      throw cause instanceof CandidateError ? invalid(cause.field, cause.message) : cause;
    }
  }

  /**
   * Requests the upgrade once its audit row is durable. The caller gets the response before this run ends.
   * Throws 409 when a restart is already requested.
   */
  private async begin(context: WriteContext, request: UpgradeRequest): Promise<void> {
    const { db, relay } = this.host;
    if (relay.isRestartRequested)
      throw new AppError('CONFLICT', 'The appliance is about to restart. Try again after the restart.');
    const { version: to, by } = request;
    this.record(context, 'appliance.upgrade.begun', { from: this.own.version, to, by });
    await db.whenDurable;
    relay.upgrade(request);
  }

  /** Handles a program that `millwright upgrade` has staged for this process. */
  private async readInbox(): Promise<void> {
    const { data } = this.host.config;
    const request = this.isBusy ? undefined : takeRequest(data);
    if (!request) return;
    const { id, by } = request;
    try {
      await this.runExclusive(id, async () => {
        const file = stagedProgramOf(data, id);
        const signature = `${file}.sig`;
        const version = await this.check(file, existsSync(signature) ? readFileSync(signature) : undefined);
        await this.begin(createSystemContext(), { id, file, version, by, userid: null });
      });
    } catch (cause) {
      this.host.log.warn('upgrade command request rejected', { cause });
      this.refuse(request, errorMessageOf(cause));
    }
  }

  /** Writes the reason for a rejected request to the upgrade state, where `millwright upgrade` reads it. */
  private refuse({ id, version: to, by }: CommandRequest, reason: string): void {
    const { config, clock } = this.host;
    const date = clock.now().toISOString();
    const end = {
      id,
      state: 'returned' as const,
      from: this.own.version,
      to,
      by,
      userid: null,
      reason,
      date,
    };
    writeUpgradeState(config.data, { ...end, isrecorded: true });
  }

  /** Records in the audit log how the upgrade before this start ended. */
  private recordLast(): void {
    const { data } = this.host.config;
    const { last } = this;
    if (!last || last.isrecorded) return;
    const state = { ...last, ...this.endOf(last), isrecorded: true };
    const { from, to, reason, by } = state;
    const action = state.state === 'done' ? 'appliance.upgrade.completed' : 'appliance.upgrade.failed';
    this.record(createSystemContext(), action, { from, to, by, ...(reason !== null && { reason }) });
    writeUpgradeState(data, state);
  }

  /**
   * Returns the result of an upgrade. After a power failure between the swap and its record, the running
   * version shows that the new program was installed.
   */
  private endOf({ state, from, to, reason }: UpgradeState): Pick<UpgradeState, 'state' | 'reason'> {
    if (state === 'returned') return { state, reason };
    const isNew = to === this.own.version && (state === 'swapped' || from !== to);
    return isNew ? { state: 'done', reason: null } : { state: 'returned', reason: INTERRUPTED };
  }

  private record(context: WriteContext, action: `appliance.upgrade.${string}`, details: object): void {
    this.host.db.transact(context, action, (tx) =>
      tx.audit({ entitytype: 'appliance', entityid: null, details: { ...details }, undoable: false }),
    );
  }
}

function refuseLarge(bytes: number): void {
  if (bytes > MAX_PROGRAM_BYTES)
    throw new AppError(
      'PAYLOAD_TOO_LARGE',
      'The file is larger than 1 GB, so it is not a Millwright program.',
    );
}
