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
 * How far the audit log has come, signed, in a file beside the database: rows that are cut off its end are missed by
 * nothing else. It is written a moment after the rows, so those of the last second may be beyond it.
 */
export class AuditHead {
  /** What `readPruneDate` says; undefined until it is asked once. */
  private before: string | null | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly parts: { data: string; secrets: Secrets; db: Database; log: Log }) {}

  /** What is wrong between the file and the log, in a sentence. */
  verify(): string | undefined {
    const { db, secrets, data } = this.parts;
    return db.read((reader) => verifyAuditHead(reader, secrets, data));
  }

  /** Journals of rows before this instant were let go: a later look misses none of them. */
  recordPrune(before: string): void {
    this.before = before;
    this.write();
  }

  /** A row is being written. */
  scheduleWrite(): void {
    this.timer ??= setTimeout(() => this.write(), WRITE_AFTER_MS).unref();
  }

  /** Brings the file up to what is on the disk. */
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
      // A full disk: the head stays behind, which is no fault, and moves on with the next row.
      log.warn('the head of the audit log could not be written', { cause });
    }
  }
}

interface Head {
  rows: number;
  hash: string;
  letgo: string | null;
  mark: string;
}

/** Signs how far the audit log has come, and writes it to the folder of its database. */
export function writeHead(data: string, { rows, hash, letgo }: Omit<Head, 'mark'>, key: SigningKey): void {
  const mark = key.mark(['head', rows, hash, letgo]);
  replaceText(join(data, HEAD_FILE), JSON.stringify({ rows, hash, letgo, mark }));
}

/** What is wrong between the head in the folder and the log, in a sentence; undefined when the log goes that far. */
export function verifyAuditHead(
  reader: Reader,
  { auditKey: key, chain }: Secrets,
  data: string,
): string | undefined {
  const last = lastRow.get(reader) ?? START;
  const file = join(data, HEAD_FILE);
  // A log from before there was a head has no keyed row either, and the keys say that there never was one.
  if (!existsSync(file))
    return chain.isBegun || last.hash.includes(':')
      ? `${HEAD_FILE} is gone, so nobody can tell whether the newest rows are there.`
      : undefined;
  const head = parse(readText(file));
  if (!head || !isGenuine(head, key)) return `${HEAD_FILE} is not the one that this appliance wrote.`;
  if (last.auditlogid < head.rows)
    return `the log ends with row ${last.auditlogid}, but it had ${head.rows}: the newest rows were cut off.`;
  return (auditHashOf.get(reader, { auditlogid: head.rows })?.hash ?? START.hash) === head.hash
    ? undefined
    : `row ${head.rows} is not the one that was written there.`;
}

const isGenuine = ({ rows, hash, letgo, mark }: Head, key: SigningKey): boolean =>
  mark === key.mark(['head', rows, hash, letgo]);

/** The instant before which journals were let go, as the signed file says; null when none were. */
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
