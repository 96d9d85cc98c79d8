import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { HEAD_FILE } from '../data/copies.ts';
import type { Database } from '../data/database.ts';
import type { Reader } from '../data/reader.ts';
import type { Log } from '../log.ts';
import { readText, replaceText } from '../on-disk.ts';
import type { Secrets } from '../secrets.ts';
import type { SigningKey } from '../signing-key.ts';
import { auditHashOf, lastRow } from './queries.ts';

const WRITE_AFTER_MS = 1000;
const START = { auditlogid: 0, hash: '' };

/**
 * A signed file with the ID and hash of the last audit row, in the data directory. Only this file reveals
 * that the newest rows were removed. It is written up to one second after the rows, so it may not cover the
 * rows of the last second.
 */
export class AuditHead {
  /** The result of `readPruneDate`; undefined until it is read for the first time. */
  private before: string | null | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly parts: { data: string; secrets: Secrets; db: Database; log: Log }) {}

  /** Returns a sentence about a mismatch between the file and the log, or undefined when they match. */
  verify(): string | undefined {
    const { db, secrets, data } = this.parts;
    return db.read((reader) => verifyAuditHead(reader, secrets, data));
  }

  /**
   * Records that the journals of rows before this instant were pruned, so that a later verification does not
   * report them as missing.
   */
  recordPrune(before: string): void {
    this.before = before;
    this.write();
  }

  /** Schedules a write of the file, because a row is being added. */
  scheduleWrite(): void {
    this.timer ??= setTimeout(() => this.write(), WRITE_AFTER_MS).unref();
  }

  /** Commits all pending writes and writes the file to match the rows on disk. A failure is only logged. */
  write(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { data, secrets, db, log } = this.parts;
    try {
      db.commit();
      const { auditlogid: rows, hash } = db.read((reader) => lastRow.get(reader)) ?? START;
      if (this.before === undefined) this.before = readPruneDate(data, secrets.auditKey);
      writeHead(data, { rows, hash, letgo: this.before }, secrets.auditKey);
      if (!secrets.chain.isBegun) secrets.chain.begin();
    } catch (cause) {
      // The disk may be full. The old head stays valid, and the next row triggers another write.
      log.warn('writing the audit log head failed', { cause });
    }
  }
}

interface Head {
  rows: number;
  hash: string;
  letgo: string | null;
  mark: string;
}

/**
 * Signs the ID and hash of the last audit row and writes them to the data directory. `letgo` is the instant
 * before which journals were pruned.
 */
export function writeHead(data: string, { rows, hash, letgo }: Omit<Head, 'mark'>, key: SigningKey): void {
  const mark = key.mark(['head', rows, hash, letgo]);
  replaceText(join(data, HEAD_FILE), JSON.stringify({ rows, hash, letgo, mark }));
}

/**
 * Returns a sentence about a mismatch between the head file in the folder and the log. Returns undefined when
 * the log contains the row of the head, and for a log from before the introduction of the head.
 */
export function verifyAuditHead(
  reader: Reader,
  { auditKey: key, chain }: Secrets,
  data: string,
): string | undefined {
  const last = lastRow.get(reader) ?? START;
  const file = join(data, HEAD_FILE);
  // A log from before the introduction of the head has no keyed rows either, and the keys record that a head
  // was never written.
  if (!existsSync(file))
    return chain.isBegun || last.hash.includes(':')
      ? `${HEAD_FILE} is missing, so the newest rows cannot be verified.`
      : undefined;
  const head = parse(readText(file));
  if (!head || !isGenuine(head, key)) return `${HEAD_FILE} was not written by this appliance.`;
  if (last.auditlogid < head.rows)
    return `the log ends with row ${last.auditlogid}, but it had ${head.rows} rows. The newest rows were removed.`;
  return (auditHashOf.get(reader, { auditlogid: head.rows })?.hash ?? START.hash) === head.hash
    ? undefined
    : `row ${head.rows} was replaced.`;
}

const isGenuine = ({ rows, hash, letgo, mark }: Head, key: SigningKey): boolean =>
  mark === key.mark(['head', rows, hash, letgo]);

/**
 * Returns the instant before which journals were pruned, according to the signed file. Returns null when none
 * were pruned, and for a file that is missing or not signed with this key.
 */
export function readPruneDate(data: string, key: SigningKey): string | null {
  const file = join(data, HEAD_FILE);
  const head = existsSync(file) ? parse(readText(file)) : undefined;
  return head && isGenuine(head, key) ? head.letgo : null;
}

function parse(text: string): Head | undefined {
  try {
    return JSON.parse(text) as Head;
  } catch {
    return undefined;
  }
}
