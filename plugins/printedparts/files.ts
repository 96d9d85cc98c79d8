import { cleanText } from '../../src/kit/clean-text.ts';
import type { WriteContext } from '../../src/kit/data/tx.ts';
import { invalid } from '../../src/kit/errors.ts';
import type { UploadResult } from '../../src/kit/files/upload.ts';
import type { Host } from '../../src/kit/host.ts';
import { highestRevision } from './queries.ts';
import { PRINT_EXTENSIONS } from './stock-events.ts';
import { items, printfiles } from './tables.ts';

export const PRINT_FILE_AREA = 'printfiles';
const MB = 1024 * 1024;
const NOTE = 1000;

export const PRINT_FILE_RULE = {
  extensions: PRINT_EXTENSIONS,
  madeof: ['zip', 'xml'],
  maxbytes: 100 * MB,
  areabytes: 50 * 1024 * MB,
};

/**
 * Saves an uploaded file as the next revision of an item. This cannot be undone. Throws 404 for an unknown
 * item, and 400 for a note that is too long.
 */
export function saveRevision(
  host: Host,
  context: WriteContext,
  itemid: number,
  { file, fields }: UploadResult,
) {
  const note = cleanText(fields.note ?? '') ?? null;
  if (note && note.length > NOTE) throw invalid('note', `A note can have at most ${NOTE} characters.`);
  return host.db.transact(context, 'printedparts.printfile.added', (tx) => {
    tx.must(items, itemid, 'Printed part');
    const revision = (highestRevision.get(tx, { itemid })?.revision ?? 0) + 1;
    host.files.list(tx, file);
    const { filename, originalname, size, sha256 } = file;
    const values = { itemid, revision, filename, originalname, size, sha256, note };
    const id = tx.insert(printfiles, { ...values, uploadedby: context.actor.name });
    tx.audit({
      entitytype: 'part',
      entityid: itemid,
      details: { file: originalname, revision },
      undoable: false,
    });
    return tx.row(printfiles, id)!;
  }).value;
}

/** Deletes a revision and its content. This cannot be undone. Throws 404 for an unknown file. */
export function deleteRevision(host: Host, context: WriteContext, fileid: number): { deleted: number } {
  host.db.transact(context, 'printedparts.printfile.removed', (tx) => {
    const { itemid, revision, filename, originalname } = tx.must(printfiles, fileid, 'Print file');
    tx.delete(printfiles, fileid);
    host.files.remove(tx, PRINT_FILE_AREA, filename);
    tx.audit({
      entitytype: 'part',
      entityid: itemid,
      details: { file: originalname, revision },
      undoable: false,
    });
  });
  return { deleted: fileid };
}
