import { createHash } from 'node:crypto';
import { z } from 'zod';
import { runTargetJob, type TargetTest } from '../../../kit/backup/targets/copy-job.ts';
import { findTarget, parseTarget } from '../../../kit/backup/targets/target.ts';
import { readTargetSecrets, type TargetSecret } from '../../../kit/backup/targets/target-secret.ts';
import type { WriteContext } from '../../../kit/data/tx.ts';
import { errorMessageOf } from '../../../kit/error-message.ts';
import { conflict, invalid, notFound } from '../../../kit/errors.ts';
import type { Host } from '../../../kit/host.ts';
import { readPausedSince } from '../../../kit/outbox/pause-deliveries.ts';
import { BackupMaker } from '../maker.ts';
import { Copies } from './copies.ts';
import { keepSecrets } from './keep-secrets.ts';
import {
  ALERTED_TARGETS,
  BACKUP_TARGETS,
  FAILED_TARGETS,
  findTargetProblem,
  TARGET_SECRETS,
} from './settings.ts';

export const backupTarget = z
  .object({
    targetid: z.string(),
    target: z.string().meta({ description: 'The line in the setting backup_targets.' }),
    kind: z.enum(['folder', 'share', 'sftp', 's3']),
    state: z.enum(['new', 'copying', 'done', 'failed', 'waiting']).meta({
      description: '`waiting`: the appliance was restored, and an admin has not resumed deliveries yet.',
    }),
    percent: z.int().nullable().meta({ description: 'Progress of the running copy.' }),
    copies: z.int().meta({ description: 'Number of backups on the target.' }),
    lastbackup: z.string().nullable().meta({ description: 'Name of the last copied file.' }),
    lastsuccess: z.iso.datetime().nullable(),
    error: z.string().nullable(),
    hassecret: z.boolean(),
  })
  .meta({ id: 'BackupTarget' });
export type BackupTarget = z.output<typeof backupTarget>;

/**
 * A target as a form sends it, without blanks around the line. Without `secret`, the stored secret stays,
 * unless the line has another host or user.
 */
export interface TargetInput {
  target: string;
  secret?: TargetSecret | undefined;
}

/** Lists, tests and changes the targets for copies of backups. */
export class BackupTargets {
  private readonly copies: Copies;

  constructor(private readonly host: Host) {
    this.copies = host.getInstance(Copies);
  }

  list(): BackupTarget[] {
    return this.copies.lines.map((line) => this.describe(line));
  }

  /** Adds a target and starts to copy to it. Throws 400 for an unusable line, 409 for a duplicate. */
  add(context: WriteContext, { target: line, secret }: TargetInput): BackupTarget {
    const { lines } = this.copies;
    this.refuseUnusable(line, lines);
    this.save(context, 'backups.target.added', [...lines, line], line, secret);
    this.copies.start();
    return this.describe(line);
  }

  /**
   * Changes the line and secret of a target. A changed line loses its recorded copies, unless only the host
   * key of an SFTP target changed. Throws 404 when there is no such target, otherwise the errors of `add`.
   */
  change(context: WriteContext, targetid: string, { target: line, secret }: TargetInput): BackupTarget {
    const old = this.lineOf(targetid);
    const others = this.copies.lines.filter((other) => other !== old);
    this.refuseUnusable(line, others);
    const lines = this.copies.lines.map((other) => (other === old ? line : other));
    this.save(context, 'backups.target.changed', lines, line, secret);
    if (line !== old) this.copies.states.rename(old, isSameFolder(old, line) ? line : undefined);
    this.copies.start();
    return this.describe(line);
  }

  /** Removes a target without deleting its copies. Throws 404 when there is none. */
  remove(context: WriteContext, targetid: string): void {
    const old = this.lineOf(targetid);
    const lines = this.copies.lines.filter((line) => line !== old);
    this.save(context, 'backups.target.removed', lines, old, undefined);
    this.copies.states.rename(old, undefined);
  }

  /**
   * Tests a target by writing and deleting a small file. Returns the host key of an SFTP server when the line
   * contains none or another one. Throws 400 for an unusable line; any other error is in the result.
   */
  async test({ target: line, secret }: TargetInput): Promise<TargetTest> {
    try {
      parseTarget(line);
    } catch (cause) {
      throw invalid('target', errorMessageOf(cause));
    }
    const { signal, workplace } = this.host.getInstance(BackupMaker);
    const testing = { ...this.copies.accessOf(line, secret ?? this.storedSecretOf(line)), isMarked: false };
    return runTargetJob({ testing, folder: workplace('testing') }, 'tested', () => undefined, signal).catch(
      (cause) => ({ ok: false, problem: errorMessageOf(cause), note: null, hostkey: null }),
    );
  }

  /** Returns the line of the setting `backup_targets` for a target. Throws 404 when there is none. */
  lineOf(targetid: string): string {
    const line = this.copies.lines.find((candidate) => idOf(candidate) === targetid);
    if (line === undefined) throw notFound('Target');
    return line;
  }

  /**
   * Returns the stored secret for a line that is being edited. It still uses the secret of its previous form.
   */
  private storedSecretOf(line: string): TargetSecret | undefined {
    const before = this.host.settings.text(BACKUP_TARGETS);
    const retained = keepSecrets(this.host.settings.text(TARGET_SECRETS), before, line);
    return readTargetSecrets(retained)?.[line];
  }

  private refuseUnusable(line: string, others: readonly string[]): void {
    const problem = findTargetProblem(line);
    if (problem !== undefined) throw invalid('target', problem);
    if (others.includes(line)) throw conflict('target', 'This target already exists.');
  }

  private save(
    context: WriteContext,
    action: `backups.target.${string}`,
    lines: readonly string[],
    line: string,
    secret: TargetSecret | undefined,
  ): void {
    const { db, settings } = this.host;
    const text = lines.join('\n');
    const retained = keepSecrets(settings.text(TARGET_SECRETS), settings.text(BACKUP_TARGETS), text);
    const secrets = { ...readTargetSecrets(retained), ...(secret && { [line]: secret }) };
    db.transact(context, action, (tx) => {
      settings.setIn(tx, BACKUP_TARGETS, text);
      for (const key of [FAILED_TARGETS, ALERTED_TARGETS]) {
        const failed = settings.text(key).split('\n');
        settings.setIn(tx, key, failed.filter((other) => lines.includes(other)).join('\n'));
      }
      settings.setIn(tx, TARGET_SECRETS, Object.keys(secrets).length === 0 ? '' : JSON.stringify(secrets));
      tx.audit({ entitytype: 'setting', entityid: null, details: { target: line }, undoable: false });
    });
  }

  private describe(line: string): BackupTarget {
    const { copies, lastsuccess, error: failure } = this.copies.states.get(line);
    // Data that came from a server with another operating system may contain lines that this one cannot use.
    const error = failure ?? findTargetProblem(line) ?? null;
    const progress = this.copies.progressOf(line);
    const isHeld = this.host.db.read(readPausedSince) !== null;
    const settled = isHeld ? 'waiting' : error !== null ? 'failed' : lastsuccess === null ? 'new' : 'done';
    return {
      targetid: idOf(line),
      target: line,
      kind: findTarget(line)?.kind ?? 'folder',
      state: progress ? 'copying' : settled,
      percent: progress ? Math.floor((100 * progress.sent) / Math.max(1, progress.bytes)) : null,
      copies: copies.length,
      lastbackup: copies[0]?.filename ?? null,
      lastsuccess,
      error,
      hassecret: this.copies.secretOf(line) !== undefined,
    };
  }
}

/** Reports whether two SFTP lines differ only in the host key. */
const isSameFolder = (line: string, other: string): boolean =>
  line.startsWith('sftp://') && line.split('#')[0] === other.split('#')[0];

const idOf = (line: string): string => createHash('sha256').update(line).digest('hex').slice(0, 16);
