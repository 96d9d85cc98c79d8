import type { WriteContext } from '../../src/kit/data/tx.ts';
import { conflict, invalid, notFound } from '../../src/kit/errors.ts';
import type { StoredFile } from '../../src/kit/files/store.ts';
import type { Host } from '../../src/kit/host.ts';
import { findFreeName } from './names.ts';
import { SLIDE_AREA, slideByName, slidesOf } from './queries.ts';
import { MAX_SLIDES, type Surface, secondsKey } from './surfaces.ts';
import { slides } from './tables.ts';

/**
 * Number of characters of the version in the address of an image. With it, a new file under the same name
 * gets a new address.
 */
const VERSION_LENGTH = 12;
/** Returns the version of an image for its address: the first characters of its hash. */
export const imageVersionOf = ({ sha256 }: { sha256: string }): string => sha256.slice(0, VERSION_LENGTH);

const imagesOf = ({ config }: Host, surface: Surface): string =>
  `${config.basePath}/api/slides/img/${surface}`;

/** Returns all slides of a surface in order, also without a file, for the page that manages them. */
export function listSlides(host: Host, surface: Surface) {
  return host.db
    .read((reader) => slidesOf.all(reader, { surface }))
    .map(({ storedname, sha256, ...slide }) => ({
      ...slide,
      isthere: host.files.has(SLIDE_AREA, storedname),
      url: `${imagesOf(host, surface)}/${encodeURIComponent(slide.filename)}?v=${imageVersionOf({ sha256 })}`,
    }));
}

/**
 * Returns the feed of a screen: the slides whose files exist, with their display times in seconds. A time of
 * 0 means `interval`.
 */
export function readSlideFeed(host: Host, surface: Surface) {
  const rows = host.db.read((reader) => slidesOf.all(reader, { surface }));
  return {
    success: true as const,
    surface,
    basepath: imagesOf(host, surface),
    interval: host.settings.integer(secondsKey(surface)),
    slides: rows
      .filter(({ storedname }) => host.files.has(SLIDE_AREA, storedname))
      .map(({ filename, seconds, ...file }) => ({ filename, seconds, version: imageVersionOf(file) })),
  };
}

/**
 * Appends uploaded pictures to the slides of a surface, under unique names. Returns these names. Throws 409
 * above MAX_SLIDES.
 */
export function addSlides(
  host: Host,
  context: WriteContext,
  surface: Surface,
  files: readonly StoredFile[],
): string[] {
  return host.db.transact(context, 'slides.slides.added', (tx) => {
    const before = slidesOf.all(tx, { surface });
    if (before.length + files.length > MAX_SLIDES)
      throw conflict('files', `A surface can have at most ${MAX_SLIDES} slides. Remove some first.`);
    let sortorder = Math.max(0, ...before.map((slide) => slide.sortorder));
    const added = files.map((file) => {
      const isTaken = (filename: string) => slideByName.get(tx, { surface, filename }) !== undefined;
      const filename = findFreeName(file.originalname, isTaken);
      host.files.list(tx, file);
      tx.insert(slides, { surface, filename, storedname: file.filename, sortorder: ++sortorder, seconds: 0 });
      return filename;
    });
    tx.audit({ entitytype: 'slides', entityid: surface, details: { files: added } });
    return added;
  }).value;
}

/**
 * Moves the slides in `order` to the front, in this order. The other slides follow in their current order.
 * Ignores unknown names and the letter case. Throws 400 for a name that occurs twice.
 */
export function orderSlides(
  host: Host,
  context: WriteContext,
  surface: Surface,
  order: readonly string[],
): void {
  const named = order.map((name) => name.toLowerCase());
  const twice = named.findIndex((name, at) => named.indexOf(name) !== at);
  if (twice >= 0) throw invalid(`order.${twice}`, `"${order[twice]}" is in the order twice.`);
  const before = host.db.read((reader) => slidesOf.all(reader, { surface }));
  const after = inOrder(before, named);
  if (after.every((slide, at) => slide === before[at])) return;
  host.db.transact(context, 'slides.slides.ordered', (tx) => {
    for (const [at, { slideid }] of inOrder(slidesOf.all(tx, { surface }), named).entries())
      tx.update(slides, slideid, { sortorder: at + 1 });
    tx.audit({ entitytype: 'slides', entityid: surface });
  });
}

function inOrder<T extends { filename: string }>(rows: readonly T[], named: readonly string[]): T[] {
  const place = new Map(named.map((name, at) => [name, at]));
  const placeOf = ({ filename }: T) => place.get(filename.toLowerCase()) ?? named.length;
  return rows.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/**
 * Removes slides from a surface and returns how many. Ignores unknown names and the letter case. The files of
 * removed slides remain for one day, so that an undo can restore them.
 */
export function removeSlides(
  host: Host,
  context: WriteContext,
  surface: Surface,
  names: readonly string[],
): number {
  const wanted = new Set(names.map((name) => name.toLowerCase()));
  const isWanted = ({ filename }: { filename: string }) => wanted.has(filename.toLowerCase());
  if (!host.db.read((reader) => slidesOf.all(reader, { surface })).some(isWanted)) return 0;
  return host.db.transact(context, 'slides.slides.removed', (tx) => {
    const gone = slidesOf.all(tx, { surface }).filter(isWanted);
    for (const { slideid, storedname } of gone) {
      tx.delete(slides, slideid);
      host.files.removeFromList(tx, SLIDE_AREA, storedname);
    }
    const details = { files: gone.map(({ filename }) => filename) };
    tx.audit({ entitytype: 'slides', entityid: surface, details });
    return gone.length;
  }).value;
}

/**
 * Sets the display time of a slide in seconds. With 0 or less, the default of the surface applies. Throws 404
 * for an unknown slide or one of another surface.
 */
export function setSlideSeconds(
  host: Host,
  context: WriteContext,
  { surface, slideid }: { surface: Surface; slideid: number },
  seconds: number,
): void {
  host.db.transact(context, 'slides.slide.timed', (tx) => {
    if (tx.row(slides, slideid)?.surface !== surface) throw notFound('Slide');
    tx.update(slides, slideid, { seconds: Math.max(0, seconds) });
    tx.audit({ entitytype: 'slide', entityid: slideid });
  });
}
