import { and, asc, eq } from 'drizzle-orm';
import { build, type Params, query } from '../../src/kit/data/query.ts';
import { files } from '../../src/kit/tables.ts';
import type { Surface } from './surfaces.ts';
import { slides } from './tables.ts';

/** The file area of slides. */
export const SLIDE_AREA = 'slides';

const selectSlides = () =>
  build
    .select({
      slideid: slides.slideid,
      surface: slides.surface,
      filename: slides.filename,
      storedname: slides.storedname,
      sortorder: slides.sortorder,
      seconds: slides.seconds,
      mediatype: files.mediatype,
      size: files.size,
      width: files.width,
      height: files.height,
      sha256: files.sha256,
      createddate: slides.createddate,
      modifieddate: slides.modifieddate,
    })
    .from(slides)
    .innerJoin(files, and(eq(files.area, SLIDE_AREA), eq(files.filename, slides.storedname)));

/** The slides of a surface in their display order. */
export const slidesOf = query((params: Params<{ surface: Surface }>) =>
  selectSlides()
    .where(eq(slides.surface, params.surface))
    .orderBy(asc(slides.sortorder), asc(slides.slideid)),
);

export const slideByName = query((params: Params<{ surface: Surface; filename: string }>) =>
  selectSlides().where(and(eq(slides.surface, params.surface), eq(slides.filename, params.filename))),
);
