import type { Reader } from '../../src/kit/data/reader.ts';
import type { Tx, WriteContext } from '../../src/kit/data/tx.ts';
import { AppError, invalid, notFound } from '../../src/kit/errors.ts';
import { foldName } from '../../src/kit/fold-name.ts';
import type { Host } from '../../src/kit/host.ts';
import { refuseStale, type Staleness } from '../../src/kit/staleness.ts';
import { blobOf } from './blob-queries.ts';
import { computeTextSha256 } from './canonical.ts';
import { type EntryInput, type EntryRecord, NOT_IN_MANIFEST } from './entry-shape.ts';
import { type EntryType, needsPayload } from './labels.ts';
import {
  applicationOf,
  entriesOfScope,
  entryById,
  entryNamed,
  extentOf,
  type StoredEntry,
} from './queries.ts';
import { entryFields, type ManifestEntry } from './shapes.ts';
import { enforceentries, enforcescopes } from './tables.ts';

/** Maximum entries of a scope. */
export const MAX_ENTRIES = 1000;
/** Maximum characters of all fields of an entry together. */
const MAX_ENTRY_CHARACTERS = 256 * 1024;
/** Maximum characters of all entries of a scope. A larger scope could not be published. */
const MAX_DRAFT_CHARACTERS = 12 * 1024 * 1024;
const MAX_KEY_LENGTH = 100;

/** Returns the fields of an entry as a manifest contains them. */
export const entryFieldsOf = ({ fields }: { fields: string }): ManifestEntry =>
  JSON.parse(fields) as ManifestEntry;

/** Reports whether an entry has an inline text or a stored payload, or neither names nor needs a payload. */
export function hasPayload(reader: Reader, fields: ManifestEntry): boolean {
  if (typeof fields.InlinePayload === 'string') return true;
  if (fields.PayloadSha256) return blobOf.get(reader, { sha256: fields.PayloadSha256 }) !== undefined;
  return !needsPayload(fields.Type as EntryType, fields.InstallArgs);
}

/** Returns an entry for the API. */
export function toEntryRecord(reader: Reader, row: StoredEntry): EntryRecord {
  const { fields: _fields, name: _name, payloadsha256: _sha256, isenabled, ...own } = row;
  const fields = entryFieldsOf(row);
  return { ...fields, ...own, isenabled: isenabled === 1, haspayload: hasPayload(reader, fields) };
}

/** Returns one entry for the API. Throws 404 when it is unknown. */
export function readEntryRecord(host: Host, entryid: number): EntryRecord {
  return host.db.read((reader) => {
    const row = entryById.get(reader, { entryid });
    if (!row) throw notFound('Entry');
    return toEntryRecord(reader, row);
  });
}

/** Returns the entries of a scope in their order. */
export const listDraftEntries = (reader: Reader, scopeid: number): EntryRecord[] =>
  entriesOfScope.all(reader, { scopeid }).map((row) => toEntryRecord(reader, row));

/**
 * Adds an entry at the end of a scope, or at its `sortorder`. Throws 404 for an unknown scope, and 400 when
 * the name is used, the application is unknown or the scope is full.
 */
export function addEntry(host: Host, context: WriteContext, scopeid: number, input: EntryInput): EntryRecord {
  const { value } = host.db.transact(context, 'enforce.entry.created', (tx) => {
    tx.must(enforcescopes, scopeid, 'Scope');
    const { n, last, letters } = extentOf.get(tx, { scopeid })!;
    if (n >= MAX_ENTRIES) throw invalid('', `A scope can have at most ${MAX_ENTRIES} entries.`);
    const row = rowOf(input, undefined);
    refuseFull(letters + row.fields.length);
    refuseTwin(tx, scopeid, row.name);
    const entryid = tx.insert(enforceentries, {
      scopeid,
      ...row,
      appid: appOf(tx, input) ?? null,
      sortorder: input.sortorder ?? last + 1,
      isenabled: input.isenabled === false ? 0 : 1,
    });
    tx.bumpModified(enforcescopes, scopeid);
    tx.audit({ entitytype: 'entry', entityid: entryid, details: { scopeid } });
    return entryid;
  });
  return readEntryRecord(host, value);
}

/**
 * Changes the fields of an entry that the input contains; null removes a field. Throws 404 for an unknown
 * entry, 400 like `addEntry`, and 409 when the entry has changed since `unless`.
 */
export function changeEntry(
  host: Host,
  context: WriteContext,
  entryid: number,
  input: EntryInput,
  unless: Staleness,
): EntryRecord {
  host.db.transact(context, 'enforce.entry.updated', (tx) => {
    const before = tx.must(enforceentries, entryid, 'Entry');
    refuseStale(before.modifieddate, unless);
    const row = rowOf(input, entryFieldsOf(before));
    const more = row.fields.length - before.fields.length;
    if (more > 0) refuseFull(extentOf.get(tx, { scopeid: before.scopeid })!.letters + more);
    // Older data may contain two names that differ only in case. Those keep their names.
    if (foldName(row.name) !== foldName(before.name)) refuseTwin(tx, before.scopeid, row.name);
    const appid = appOf(tx, input);
    const changed = tx.update(enforceentries, entryid, {
      ...row,
      ...(appid !== undefined && { appid }),
      ...(input.sortorder != null && { sortorder: input.sortorder }),
      ...(input.isenabled != null && { isenabled: input.isenabled ? 1 : 0 }),
    });
    if (!changed) return;
    tx.bumpModified(enforcescopes, before.scopeid);
    tx.audit({ entitytype: 'entry', entityid: entryid });
  });
  return readEntryRecord(host, entryid);
}

/**
 * Deletes an entry from its draft. Published revisions do not change. Throws 404 for an unknown entry, and
 * 409 when it has changed since `unless`.
 */
export function removeEntry(host: Host, context: WriteContext, entryid: number, unless: Staleness): void {
  host.db.transact(context, 'enforce.entry.deleted', (tx) => {
    const { scopeid, modifieddate, name } = tx.must(enforceentries, entryid, 'Entry');
    refuseStale(modifieddate, unless);
    tx.delete(enforceentries, entryid);
    tx.bumpModified(enforcescopes, scopeid);
    tx.audit({ entitytype: 'entry', entityid: entryid, details: { scopeid, Name: name } });
  });
}

/**
 * Sets the order of a scope's entries. Throws 404 for an unknown scope, and 400 unless the IDs are exactly
 * those of its entries.
 */
export function reorder(host: Host, context: WriteContext, scopeid: number, order: readonly number[]): void {
  host.db.transact(context, 'enforce.scope.reordered', (tx) => {
    tx.must(enforcescopes, scopeid, 'Scope');
    const present = new Set(entriesOfScope.all(tx, { scopeid }).map(({ entryid }) => entryid));
    const orderedIds = new Set(order);
    if (
      orderedIds.size !== order.length ||
      orderedIds.size !== present.size ||
      orderedIds.isSubsetOf(present) === false
    )
      throw invalid(
        'order',
        'The list must contain each entry of the scope exactly once. Load the scope again.',
      );
    const moved = order.filter((entryid, index) =>
      tx.update(enforceentries, entryid, { sortorder: index + 1 }),
    );
    if (moved.length === 0) return;
    tx.bumpModified(enforcescopes, scopeid);
    tx.audit({ entitytype: 'scope', entityid: scopeid, details: { moved: moved.length } });
  });
}

/** Returns the columns for an entry's fields: the previous ones with the input applied. */
function rowOf(input: EntryInput, before: ManifestEntry | undefined) {
  const fields = { ...before } as Record<string, unknown>;
  for (const [key, value] of Object.entries(input)) {
    if (NOT_IN_MANIFEST.has(key)) continue;
    if (key.length > MAX_KEY_LENGTH || key.trim() === '')
      throw invalid(
        key.slice(0, MAX_KEY_LENGTH),
        `A field name must have 1 to ${MAX_KEY_LENGTH} characters.`,
      );
    if (value === null && (before || key in entryFields)) delete fields[key];
    else fields[key] = value;
  }
  completePayload(fields, input, before);
  const text = JSON.stringify(fields);
  if (text.length > MAX_ENTRY_CHARACTERS)
    throw invalid('', `The fields of an entry can have at most ${MAX_ENTRY_CHARACTERS} characters in total.`);
  return {
    name: fields.Name as string,
    fields: text,
    payloadsha256: (fields.PayloadSha256 as string | undefined) ?? null,
  };
}

/**
 * Completes hash and size. An inline text determines both. If the input names another payload, it replaces
 * the text. If the input removes the text, its hash is removed too.
 */
function completePayload(
  fields: Record<string, unknown>,
  input: EntryInput,
  before: ManifestEntry | undefined,
): void {
  const { InlinePayload: inline } = fields;
  if (typeof inline === 'string') {
    const hash = computeTextSha256(inline);
    const isOther = typeof input.PayloadSha256 === 'string' && input.PayloadSha256 !== hash;
    const isNew = typeof input.InlinePayload === 'string' && input.InlinePayload !== before?.InlinePayload;
    if (isOther && isNew && input.PayloadSha256 !== before?.PayloadSha256)
      throw invalid('PayloadSha256', 'This SHA-256 does not match the text in InlinePayload.');
    if (isOther && !isNew) {
      delete fields.InlinePayload;
      return;
    }
    fields.PayloadSha256 = hash;
    fields.PayloadSize = Buffer.byteLength(inline);
    return;
  }
  const wasInline = typeof before?.InlinePayload === 'string';
  if (wasInline && (input.PayloadSha256 ?? before.PayloadSha256) === before.PayloadSha256)
    delete fields.PayloadSha256;
  if (fields.PayloadSha256 === undefined) delete fields.PayloadSize;
}

function refuseFull(letters: number): void {
  if (letters > MAX_DRAFT_CHARACTERS)
    throw invalid('', 'The entries of this scope are too large in total. Move texts into payloads.');
}

function refuseTwin(tx: Tx, scopeid: number, name: string): void {
  if (entryNamed.get(tx, { scopeid, name }))
    throw invalid('Name', `This scope already has an entry "${name}". Choose another name.`);
}

function appOf(tx: Tx, { appid }: EntryInput): number | null | undefined {
  if (typeof appid === 'number' && !applicationOf.get(tx, { appid }))
    throw invalid('appid', `No application has the ID ${appid}.`);
  return appid;
}

/** Throws 404 for an unknown entry. Called before a payload is accepted. */
export function refuseMissingEntry(host: Host, entryid: number): void {
  if (!host.db.read((reader) => entryById.get(reader, { entryid }))) throw notFound('Entry');
}

/**
 * Throws 409 when the draft is no longer the one that the caller reviewed. Without a reviewed hash, accepts
 * any draft.
 */
export function refuseStaleDraft(seen: string | undefined, now: string): void {
  if (seen !== undefined && seen !== now)
    throw new AppError(
      'STALE_WRITE',
      'The draft was changed after you compared it. Compare it again before you publish.',
    );
}
