import type { Reader } from '../../src/kit/data/reader.ts';
import type { Tx, WriteContext } from '../../src/kit/data/tx.ts';
import { AppError, invalidFields, notFound } from '../../src/kit/errors.ts';
import type { Host } from '../../src/kit/host.ts';
import { computeTextSha256, toCanonicalJson } from './canonical.ts';
import { diffManifests, type ManifestDiff } from './diff.ts';
import { hasPayload, refuseStaleDraft } from './entries.ts';
import { type Finding, findingsOf } from './lint.ts';
import { buildDraftManifest, contentHash, payloadsOf } from './manifest.ts';
import { scopeOf } from './queries.ts';
import type { EnforceManifest } from './shapes.ts';
import {
  insertReference,
  insertSnapshot,
  type ManifestSnapshot,
  publishedOf,
  snapshotOf,
} from './snapshot-queries.ts';
import { enforcescopes, type Scope } from './tables.ts';

const MAX_MANIFEST_BYTES = 16 * 1024 * 1024;

/** Options of a publication. */
export interface PublishInput {
  note?: string | null;
  /** Hash of the draft that the user reviewed. Without it, a later change of the draft is not noticed. */
  draftsha256?: string;
  /** True when the user reviewed the findings and none is a secret. */
  acceptfindings?: boolean;
}

/** A revision in the history of a scope. */
export interface PublishedRevision {
  revision: number;
  manifestversion: string;
  etag: string;
  entrycount: number;
  publishedby: string;
  note: string | null;
  rollbackof: number | null;
  publisheddate: string;
}

/**
 * Publishes the draft of a scope as its next revision, which PCs get from now on. Throws 404 for an unknown
 * scope, and 409 when the reviewed draft has changed or a payload is missing. Throws 400 for possible secrets
 * that the user did not accept, and 413 above 16 MB.
 */
export function publishScope(
  host: Host,
  context: WriteContext,
  scopeid: number,
  input: PublishInput,
): PublishedRevision {
  const { value } = host.db.transact(context, 'enforce.scope.published', (tx) => {
    const scope = tx.must(enforcescopes, scopeid, 'Scope');
    const draft = buildDraftManifest(tx, scope);
    refuseStaleDraft(input.draftsha256, contentHash(draft));
    refuseWithoutPayload(tx, draft);
    const findings = findingsOf(draft);
    if (!input.acceptfindings) refuseSecrets(findings);
    return keep(tx, scope, draft, { note: input.note, findings });
  });
  return value;
}

/**
 * Publishes an old revision again as a new one, without the check for secrets. The revisions in between do
 * not change. Throws 404 for an unknown scope or revision, and 409 when a payload is missing.
 */
export function rollBack(
  host: Host,
  context: WriteContext,
  scopeid: number,
  { revision, note }: { revision: number; note?: string | null },
): PublishedRevision {
  const { value } = host.db.transact(context, 'enforce.scope.rolledback', (tx) => {
    const scope = tx.must(enforcescopes, scopeid, 'Scope');
    const old = snapshotOf.get(tx, { scopeid, revision });
    if (!old) throw notFound('Revision');
    const manifest = parseManifest(old);
    refuseWithoutPayload(tx, manifest);
    return keep(tx, scope, manifest, { note, rollbackof: revision });
  });
  return value;
}

interface Beside {
  note?: string | null;
  rollbackof?: number;
  findings?: readonly Finding[];
}

/** Writes the next snapshot of a scope. PCs get the bytes of the snapshot unchanged. */
function keep(
  tx: Tx,
  { scopeid, scopename, phase }: Scope,
  content: EnforceManifest,
  beside: Beside,
): PublishedRevision {
  const { note = null, rollbackof = null, findings = [] } = beside;
  const revision = (publishedOf.get(tx, { scopeid })?.revision ?? 0) + 1;
  const manifest = { ...content, Scope: scopename, Phase: phase, Revision: revision, PublishedAt: tx.at };
  const body = toCanonicalJson(manifest);
  if (body.length > MAX_MANIFEST_BYTES)
    throw new AppError('PAYLOAD_TOO_LARGE', 'The manifest is larger than 16 MB. Move texts into payloads.', {
      limit: MAX_MANIFEST_BYTES,
    });
  const { snapshotid } = insertSnapshot.get(tx, {
    scopeid,
    revision,
    manifestversion: content.ManifestVersion,
    body,
    sha256: computeTextSha256(body),
    contentsha256: contentHash(content),
    entrycount: content.Entries.length,
    publishedby: tx.context.actor.name,
    note,
    rollbackof,
    at: tx.at,
  })!;
  for (const sha256 of payloadsOf(manifest)) insertReference.run(tx, { snapshotid, sha256 });
  const details = { revision, ...(rollbackof && { rollbackof }), ...(findings.length > 0 && { findings }) };
  tx.audit({ entitytype: 'scope', entityid: scopeid, details, undoable: false });
  return toPublished(publishedOf.get(tx, { scopeid })!);
}

function refuseWithoutPayload(reader: Reader, { Entries }: EnforceManifest): void {
  const names = Entries.filter((entry) => !hasPayload(reader, entry)).map(({ Name }) => Name);
  if (names.length === 0) return;
  const [first] = names;
  const others = names.length > 1 ? ` and ${names.length - 1} more` : '';
  throw new AppError('CONFLICT', `${first}${others} have no payload. Upload it, or disable the entry.`, {
    field: 'PayloadSha256',
    entries: names,
  });
}

function refuseSecrets(findings: readonly Finding[]): void {
  if (findings.length === 0) return;
  throw invalidFields(
    findings.map(({ Name, field, reason }) => ({
      path: `${Name}.${field}`,
      message: `Every PC can read the manifest, and ${reason}. Remove it. If it is not a secret, publish with acceptfindings.`,
    })),
  );
}

const parseManifest = ({ body }: ManifestSnapshot): EnforceManifest => JSON.parse(body) as EnforceManifest;

/** Returns a published manifest for the API, without its content. */
export const toPublished = (row: Omit<ManifestSnapshot, 'body'>): PublishedRevision => ({
  revision: row.revision,
  manifestversion: row.manifestversion,
  etag: `"${row.sha256}"`,
  entrycount: row.entrycount,
  publishedby: row.publishedby,
  note: row.note,
  rollbackof: row.rollbackof,
  publisheddate: row.createddate,
});

/** Returns a scope. Throws 404 when it is unknown. */
export function readScope(reader: Reader, scopeid: number): Scope {
  const scope = scopeOf.get(reader, { scopeid });
  if (!scope) throw notFound('Scope');
  return scope;
}

/**
 * Compares two revisions, or a revision with the draft. Without `from`, compares with the published revision,
 * if any. Only a draft is checked for secrets. Throws 404 for an unknown scope or revision.
 */
export function compareRevisions(
  reader: Reader,
  scopeid: number,
  { from, to }: { from?: number; to: number | 'draft' },
): ManifestDiff & { from: number | null; to: number | 'draft'; draftsha256: string; findings: Finding[] } {
  const scope = readScope(reader, scopeid);
  const draft = buildDraftManifest(reader, scope);
  const older = from === undefined ? publishedOf.get(reader, { scopeid }) : revisionOf(reader, scopeid, from);
  const newer = to === 'draft' ? draft : parseManifest(revisionOf(reader, scopeid, to));
  return {
    from: older?.revision ?? null,
    to,
    ...diffManifests(older && parseManifest(older), newer),
    draftsha256: contentHash(draft),
    findings: to === 'draft' ? findingsOf(newer) : [],
  };
}

function revisionOf(reader: Reader, scopeid: number, revision: number): ManifestSnapshot {
  const found = snapshotOf.get(reader, { scopeid, revision });
  if (!found) throw notFound(`Revision ${revision}`);
  return found;
}
