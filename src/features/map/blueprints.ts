import { z } from 'zod';
import type { WriteContext } from '../../kit/data/tx.ts';
import { invalid, notFound } from '../../kit/errors.ts';
import type { StoredFile } from '../../kit/files/store.ts';
import type { Host } from '../../kit/host.ts';
import { maplevels } from '../catalog/tables.ts';
import { getLevel } from './levels.ts';
import { drawingNamed, drawingOfTheme } from './queries.ts';
import { mapblueprints } from './tables.ts';

export const BLUEPRINT_AREA = 'mapblueprints';
/** The form fields of an upload besides the drawing. */
export const drawingForm = z.object({ theme: z.enum(['light', 'dark']).default('light') });

/** Limits of a drawing. */
export const BLUEPRINT_RULE = {
  extensions: ['png', 'jpg', 'jpeg', 'gif', 'webp', 'svg'],
  maxbytes: 32 * 1024 * 1024,
  areabytes: 8 * 1024 ** 3,
  form: drawingForm,
};

const MAX_SIDE = 100_000;

/**
 * Makes the file the drawing of a level for a theme, and its size in pixels that of the level. A dark drawing
 * does not change the size if there is a light one, because positions are pixels of the light one. Throws 400
 * when the file has no size or is too large, 404 for an unknown level.
 */
export function setLevelBlueprint(
  host: Host,
  context: WriteContext,
  levelid: number,
  file: StoredFile,
  theme: z.output<typeof drawingForm>['theme'],
) {
  const { width, height } = file;
  if (!width || !height)
    throw invalid('file', 'The floor plan has no size. Add a width and a height or a viewBox to the SVG.');
  if (width > MAX_SIDE || height > MAX_SIDE)
    throw invalid('file', `The floor plan is larger than ${MAX_SIDE} pixels.`);
  host.db.transact(context, 'map.blueprint.uploaded', (tx) => {
    if (!tx.row(maplevels, levelid)) throw notFound('Level');
    const old = drawingOfTheme.get(tx, { levelid, theme });
    const hasLight = drawingOfTheme.get(tx, { levelid, theme: 'light' });
    host.files.list(tx, file);
    if (old) {
      tx.update(mapblueprints, old.blueprintid, { filename: file.filename, width, height });
      host.files.removeFromList(tx, BLUEPRINT_AREA, old.filename);
    } else tx.insert(mapblueprints, { levelid, theme, filename: file.filename, width, height });
    if (theme === 'light' || !hasLight) tx.update(maplevels, levelid, { width, height });
    tx.audit({ entitytype: 'level', entityid: levelid, details: { theme, originalname: file.originalname } });
  });
  return { ...getLevel(host, levelid), theme, filename: file.filename };
}

/** Serves a drawing of a level. Throws 404 unless the level lists it under that name. */
export function serveBlueprint(host: Host, levelid: number, filename: string): Response {
  const listed = host.db.read((reader) => drawingNamed.get(reader, { levelid, filename }));
  if (!listed) throw notFound('Floor plan');
  return host.files.serve(BLUEPRINT_AREA, filename);
}
