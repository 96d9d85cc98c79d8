import type { WriteContext } from '../../src/kit/data/tx.ts';
import { AppError } from '../../src/kit/errors.ts';
import type { StoredFile } from '../../src/kit/files/store.ts';
import type { HistoryFormatter, HistoryRows } from '../../src/kit/history-rule.ts';
import type { Host } from '../../src/kit/host.ts';
import { PROVED, warrantyNameOf } from './queries.ts';
import { warranties as register } from './registers.ts';
import { warranties, warrantyassets, warrantyproofs } from './tables.ts';

const MB = 1024 * 1024;
export const PROOF_AREA = 'warrantyproofs';
export const PROOF_RULE = {
  extensions: ['pdf', 'png', 'jpg', 'jpeg', 'webp', 'gif'],
  maxbytes: 20 * MB,
  areabytes: 8192 * MB,
};

/** Throws 404 for an unknown warranty and 409 for a retired one. It runs before the file is uploaded. */
export function refuseRetiredWarranty(host: Host, warrantyid: number): void {
  if (host.resource(register).get(warrantyid).isactive === false)
    throw new AppError('CONFLICT', 'This warranty is inactive. Reactivate it, then add the document.');
}

/** Saves a document of a warranty and returns its ID. Throws 404 for an unknown warranty. */
export function addProof(host: Host, context: WriteContext, warrantyid: number, file: StoredFile): number {
  return host.db.transact(context, PROVED, (tx) => {
    tx.must(warranties, warrantyid, 'Warranty');
    host.files.list(tx, file);
    const { filename, originalname, mediatype, size } = file;
    const id = tx.insert(warrantyproofs, { warrantyid, filename, originalname, mediatype, size });
    tx.audit({ entitytype: 'warranty', entityid: warrantyid });
    return id;
  }).value;
}

/** Formats the coverage of an asset for its history, by the name of the warranty. */
export const formatCoverHistory: HistoryFormatter = (tx, { id, before, after }) => {
  const nameOf = (row: { warrantyid?: unknown } | null) =>
    typeof row?.warrantyid === 'number' ? (tx.row(warranties, row.warrantyid)?.warrantyname ?? null) : null;
  const name = nameOf(after ?? before) ?? nameOf(tx.row(warrantyassets, id) ?? null);
  return [{ field: 'warranty', before: after && !before ? null : name, after: after ? name : null }];
};

/** The warranties that covered an asset at an earlier time. */
export const listedCover: HistoryRows = {
  title: 'Warranties',
  describe: (reader, { warrantyid }) => ({
    name: 'Warranty',
    value:
      warrantyNameOf.get(reader, { warrantyid: warrantyid as number })?.warrantyname ?? 'Deleted warranty',
  }),
};
