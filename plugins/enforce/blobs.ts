import { existsSync } from 'node:fs';
import type { WriteContext } from '../../src/kit/data/tx.ts';
import { createSystemContext } from '../../src/kit/data/tx.ts';
import { AppError, invalid } from '../../src/kit/errors.ts';
import type { AcceptRule, StoredFile } from '../../src/kit/files/store.ts';
import type { Host } from '../../src/kit/host.ts';
import {
  blobOf,
  deleteBlob,
  insertBlob,
  markNeeded,
  markUnneededBlobs,
  unmarkNeededBlobs,
  unneededBlobs,
} from './blob-queries.ts';
import { entryFieldsOf, readEntryRecord, refuseMissingEntry } from './entries.ts';
import type { EntryRecord } from './entry-shape.ts';
import { enforceentries, enforcescopes, type PayloadBlob } from './tables.ts';

const MB = 1024 * 1024;
const REAP_AFTER_MS = 7 * 24 * 3600 * 1000;
export const PAYLOAD_AREA = 'enforcepayloads';

/** Returns the maximum bytes of a payload. */
export const readMaxPayloadBytes = ({ settings }: Host): number =>
  settings.integer('enforce_payload_max_mb') * MB;

/** Returns the rule for payloads: any kind of file, within the size limits of the settings. */
export const buildPayloadRule = (host: Host): AcceptRule => ({
  extensions: [],
  maxbytes: readMaxPayloadBytes(host),
  areabytes: settingBytes(host),
});

const settingBytes = ({ settings }: Host): number => settings.integer('enforce_payload_store_gb') * 1024 * MB;

/** Throws 413 when the size exceeds the maximum of a payload. */
export function refuseLargePayload(host: Host, bytes: number): void {
  const limit = readMaxPayloadBytes(host);
  if (bytes > limit)
    throw new AppError(
      'PAYLOAD_TOO_LARGE',
      `A payload can have at most ${limit / MB} MB on this appliance.`,
      { limit },
    );
}

/** Throws 400 when the file has another hash than its sender declared. */
export function refuseOtherHash(file: StoredFile, expected: string | null | undefined): void {
  if (expected && expected.toLowerCase() !== file.sha256)
    throw invalid(
      'sha256',
      'The SHA-256 of the uploaded file does not match the expected one. Upload it again.',
    );
}

/** An entry with the file name under which its payload is stored. */
export type PayloadEntry = EntryRecord & { filename: string };

/**
 * Makes an uploaded file the payload of an entry of a draft, in place of any inline text. Equal files are
 * stored only once. Throws 404 for an unknown entry.
 */
export function attachPayload(
  host: Host,
  context: WriteContext,
  entryid: number,
  file: StoredFile,
): PayloadEntry {
  const { sha256, size } = file;
  // The entry may have been deleted during the upload. The file is then not stored.
  refuseMissingEntry(host, entryid);
  keep(host, context, entryid, file);
  host.db.transact(context, 'enforce.entry.payloaduploaded', (tx) => {
    const before = tx.must(enforceentries, entryid, 'Entry');
    const { InlinePayload: _text, ...fields } = entryFieldsOf(before);
    tx.update(enforceentries, entryid, {
      fields: JSON.stringify({ ...fields, PayloadSha256: sha256, PayloadSize: size }),
      payloadsha256: sha256,
    });
    tx.bumpModified(enforcescopes, before.scopeid);
    tx.audit({ entitytype: 'entry', entityid: entryid, details: { sha256, size } });
  });
  const { filename } = host.db.read((reader) => blobOf.get(reader, { sha256 }))!;
  return { ...readEntryRecord(host, entryid), filename };
}

/**
 * Stores the file, unless its bytes are already stored. This is a transaction of its own, so an undo of the
 * entry change does not remove the file.
 */
function keep(host: Host, context: WriteContext, entryid: number, file: StoredFile): void {
  const { sha256, size, filename } = file;
  const blob = host.db.read((reader) => blobOf.get(reader, { sha256 }));
  if (blob && isOnDisk(host, blob)) {
    host.db.writeUnaudited((tx) => markNeeded.run(tx, { sha256 }));
    host.files.discard(file);
    return;
  }
  host.db.transact(context, 'enforce.payload.kept', (tx) => {
    if (blob) host.files.removeFromList(tx, PAYLOAD_AREA, blob.filename);
    host.files.list(tx, file);
    insertBlob.run(tx, { sha256, filename, size, at: tx.at });
    tx.audit({ entitytype: 'entry', entityid: entryid, details: { sha256, size }, undoable: false });
  });
}

const isOnDisk = (host: Host, { filename }: PayloadBlob): boolean => {
  try {
    return existsSync(host.files.path(PAYLOAD_AREA, filename));
  } catch {
    return false;
  }
};

/**
 * Deletes payloads that no draft or revision has named for a week. The deleting transaction checks the names
 * again, so a payload that has been named again stays. Returns the number of deleted payloads.
 */
export function deleteUnneededPayloads(host: Host): number {
  host.db.writeUnaudited((tx) => {
    unmarkNeededBlobs.run(tx);
    markUnneededBlobs.run(tx, { at: tx.at });
  });
  let removed = 0;
  for (;;) {
    const now = reapSome(host);
    removed += now;
    if (now === 0) return removed;
  }
}

function reapSome(host: Host): number {
  const before = new Date(host.clock.now().getTime() - REAP_AFTER_MS).toISOString();
  if (!host.db.read((reader) => unneededBlobs.get(reader, { before }))) return 0;
  return host.db.transact(createSystemContext(), 'enforce.payload.reaped', (tx) => {
    const blobs = unneededBlobs.all(tx, { before });
    for (const { sha256, filename } of blobs) {
      host.files.remove(tx, PAYLOAD_AREA, filename);
      deleteBlob.run(tx, { sha256 });
    }
    const details = { count: blobs.length, bytes: blobs.reduce((sum, { size }) => sum + size, 0) };
    tx.audit({ entitytype: 'payload', entityid: null, details, undoable: false });
    return blobs.length;
  }).value;
}
