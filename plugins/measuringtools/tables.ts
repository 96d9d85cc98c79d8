import { assets } from '../../src/features/catalog/tables.ts';
import {
  extending,
  flag,
  foldedName,
  index,
  integer,
  parent,
  serial,
  sortKey,
  sqliteTable,
  stamps,
  text,
  uniqueName,
} from '../../src/kit/data/columns.ts';
import type { CalibrationResult } from './results.ts';

export const measuringtooltypes = sqliteTable(
  'measuringtooltypes',
  {
    measuringtooltypeid: serial(),
    measuringtooltype: uniqueName().notNull().unique(),
    description: text(),
    calibrationintervaldays: integer(),
    isactive: flag(1),
    ...stamps(),
    measuringtooltypesortkey: sortKey(),
  },
  (t) => [
    index('measuringtooltypes_measuringtooltypesort').on(t.measuringtooltypesortkey, t.measuringtooltypeid),
  ],
);

export const measuringtools = sqliteTable(
  'measuringtools',
  {
    measuringtoolid: serial(),
    assetid: extending(() => assets.assetid),
    measuringtooltypeid: integer().references(() => measuringtooltypes.measuringtooltypeid),
    gagelabtag: foldedName(),
    lastcalibrationdate: text(),
    calibrationintervaldays: integer(),
    calibrationduedate: text(),
    lastresult: text().$type<CalibrationResult>(),
    softwareversion: text(),
    gagelabtagsortkey: sortKey(),
  },
  (t) => [
    index('measuringtools_type').on(t.measuringtooltypeid, t.calibrationduedate, t.measuringtoolid),
    index('measuringtools_tag').on(t.gagelabtag, t.measuringtoolid),
    index('measuringtools_last').on(t.lastcalibrationdate, t.measuringtoolid),
    index('measuringtools_due').on(t.calibrationduedate, t.measuringtoolid),
    index('measuringtools_result').on(t.lastresult, t.calibrationduedate, t.measuringtoolid),
    index('measuringtools_tagsort').on(t.gagelabtagsortkey, t.measuringtoolid),
  ],
);

export const calibrations = sqliteTable(
  'calibrations',
  {
    calibrationid: serial(),
    measuringtoolid: parent(() => measuringtools.measuringtoolid),
    calibrationdate: text().notNull(),
    result: text().notNull().$type<CalibrationResult>(),
    notes: text(),
    filename: text(),
    originalname: text(),
    ...stamps(),
  },
  (t) => [
    index('calibrations_tool').on(t.measuringtoolid, t.calibrationdate, t.calibrationid),
    index('calibrations_created').on(t.measuringtoolid, t.createddate, t.calibrationid),
    index('calibrations_modified').on(t.measuringtoolid, t.modifieddate, t.calibrationid),
  ],
);
