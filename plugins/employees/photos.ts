import { type Invariant, invariant } from '../../src/kit/data/invariant.ts';
import type { Tx, WriteContext } from '../../src/kit/data/tx.ts';
import { notFound } from '../../src/kit/errors.ts';
import type { StoredFile } from '../../src/kit/files/store.ts';
import type { Host } from '../../src/kit/host.ts';
import { files } from '../../src/kit/tables.ts';
import { PHOTO_AREA } from './person.ts';
import { bySso, employeeWithPicture, fileByName } from './queries.ts';
import { employees } from './tables.ts';

const MB = 1024 * 1024;
export const PHOTO_RULE = {
  extensions: ['png', 'jpg', 'jpeg', 'gif', 'webp'],
  maxbytes: 8 * MB,
  areabytes: 4096 * MB,
};

/** Sets the photo of a person, or removes it when `file` is null. Throws 404 for an unknown SSO. */
export function setPhoto(host: Host, context: WriteContext, sso: string, file: StoredFile | null): void {
  const action = file ? 'employees.employee.pictured' : 'employees.employee.unpictured';
  host.db.transact(context, action, (tx) => {
    const before = bySso.get(tx, { sso });
    if (!before) throw notFound('Employee');
    if (file) host.files.list(tx, file);
    tx.update(employees, before.employeeid, { picture: file?.filename ?? null });
    tx.audit({ entitytype: 'employee', entityid: before.employeeid });
  });
}

/**
 * Deletes a photo that is no longer used, whether a change, an import or a deletion removed it from its
 * person.
 */
export const unusedPhotoInvariant: Invariant = invariant(
  'a photo without an employee is deleted',
  [employees],
  (tx, changes) => {
    // An undo reverts the row of the file by itself, so nothing is deleted here.
    if (tx.isReversal) return;
    for (const { before, after, op } of changes) {
      const picture = before?.picture;
      if (typeof picture !== 'string' || (op === 'update' && after?.picture === undefined)) continue;
      deleteUnusedPhoto(tx, picture);
    }
  },
);

/** Deletes an uploaded photo that no employee has. */
export function deleteUnusedPhoto(tx: Tx, picture: string): void {
  if (employeeWithPicture.get(tx, { picture })) return;
  const listed = fileByName.get(tx, { area: PHOTO_AREA, filename: picture });
  if (listed) tx.delete(files, listed.fileid);
}
