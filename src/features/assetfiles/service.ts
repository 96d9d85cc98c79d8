import { cleanText } from '../../kit/clean-text.ts';
import type { WriteContext } from '../../kit/data/tx.ts';
import { conflict, invalid, notFound } from '../../kit/errors.ts';
import type { UploadResult } from '../../kit/files/upload.ts';
import type { Host } from '../../kit/host.ts';
import { assetRegister } from '../catalog/index.ts';
import { assets as table } from '../catalog/tables.ts';
import { filesOfAsset } from './queries.ts';
import { assetfiles } from './tables.ts';

export const ASSET_FILES_AREA = 'assetfiles';
const MB = 1024 * 1024;
/** Limits of files. All file types are allowed, because files are served only as downloads. */
export const ASSET_FILES_RULE = { extensions: [], maxbytes: 100 * MB, areabytes: 16_384 * MB };
export const MAX_FILES = 200;
const NOTE = 255;

/** Returns the files of an asset, newest first. Throws 404 when there is no such asset. */
export function listAssetFiles(host: Host, assetid: number) {
  host.resource(assetRegister).get(assetid);
  return host.db.read((reader) => filesOfAsset.all(reader, { assetid }));
}

/**
 * Adds an uploaded file to an asset. Throws 400 for a note that is too long, 404 for an unknown asset, 409
 * when the asset has the maximum number of files.
 */
export function saveAssetFile(
  host: Host,
  context: WriteContext,
  assetid: number,
  { file, fields }: UploadResult,
) {
  const note = cleanText(fields.note ?? '') || null;
  if (note && note.length > NOTE) throw invalid('note', `A note can have at most ${NOTE} characters.`);
  return host.db.transact(context, 'catalog.assetfile.added', (tx) => {
    if (!tx.row(table, assetid)) throw notFound('Asset');
    if (filesOfAsset.all(tx, { assetid }).length >= MAX_FILES)
      throw conflict('file', `An asset can have at most ${MAX_FILES} files. Delete some first.`);
    host.files.list(tx, file);
    const { filename, originalname, mediatype, size } = file;
    const values = { assetid, filename, originalname, mediatype, size, note, username: context.actor.name };
    const id = tx.insert(assetfiles, values);
    tx.audit({ entitytype: 'asset', entityid: assetid, details: { file: originalname } });
    return tx.row(assetfiles, id)!;
  }).value;
}

/**
 * Removes a file from an asset. An undo can restore it until the sweep deletes its content a day later.
 * Throws 404 when there is no such file.
 */
export function deleteAssetFile(host: Host, context: WriteContext, assetfileid: number) {
  host.db.transact(context, 'catalog.assetfile.removed', (tx) => {
    const row = tx.row(assetfiles, assetfileid);
    if (!row) throw notFound('File');
    tx.delete(assetfiles, assetfileid);
    host.files.removeFromList(tx, ASSET_FILES_AREA, row.filename);
    tx.audit({ entitytype: 'asset', entityid: row.assetid, details: { file: row.originalname } });
  });
  return { deleted: assetfileid };
}
