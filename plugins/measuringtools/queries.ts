import { and, asc, count, desc, eq, isNotNull, lte, sql } from 'drizzle-orm';
import { createDueColumns, isActiveAsset, isInUse } from '../../src/features/catalog/index.ts';
import { assets, assettypes } from '../../src/features/catalog/tables.ts';
import { build, type Params, query } from '../../src/kit/data/query.ts';
import { isNamed } from '../../src/kit/data/same-name.ts';
import type { DueParams } from '../../src/kit/due-source.ts';
import { isWithinPlace } from '../../src/kit/resource/place-filter.ts';
import { calibrations, measuringtools, measuringtooltypes } from './tables.ts';

const ofAsset = eq(assets.assetid, measuringtools.assetid);

/** The latest calibration by date. Of several on one day, the last entered one applies. */
export const latestCalibration = query((params: Params<{ measuringtoolid: number }>) =>
  build
    .select({ calibrationdate: calibrations.calibrationdate, result: calibrations.result })
    .from(calibrations)
    .where(eq(calibrations.measuringtoolid, params.measuringtoolid))
    .orderBy(desc(calibrations.calibrationdate), desc(calibrations.calibrationid))
    .limit(1),
);

export const toolOfAsset = query((params: Params<{ assetid: number }>) =>
  build
    .select({
      measuringtoolid: measuringtools.measuringtoolid,
      lastcalibrationdate: measuringtools.lastcalibrationdate,
    })
    .from(measuringtools)
    .where(eq(measuringtools.assetid, params.assetid)),
);

/** Counts tools in use by state. `soon` is the last day that counts as due soon. */
export const toolCountsByState = query((params: Params<{ today: string; soon: string }>) => {
  const { calibrationduedate: due, lastresult } = measuringtools;
  const state = sql<string>`case when ${lastresult} = 'fail' then 'overdue' when ${due} is null then 'unknown' when ${due} < ${params.today} then 'overdue' when ${due} <= ${params.soon} then 'due' else 'ok' end`;
  return (
    build
      .select({ state: state.as('state'), n: count().as('n') })
      .from(measuringtools)
      // CROSS JOIN keeps SQLite from reading all active assets first.
      .crossJoin(assets)
      .where(and(ofAsset, isInUse))
      .groupBy(sql`1`)
  );
});

export const activeToolsByType = query(() =>
  build
    .select({
      measuringtooltypeid: measuringtools.measuringtooltypeid,
      measuringtooltype: measuringtooltypes.measuringtooltype,
      count: count().as('count'),
    })
    .from(measuringtools)
    .innerJoin(assets, ofAsset)
    .leftJoin(
      measuringtooltypes,
      eq(measuringtooltypes.measuringtooltypeid, measuringtools.measuringtooltypeid),
    )
    .where(isActiveAsset)
    .groupBy(measuringtools.measuringtooltypeid)
    .orderBy(desc(count())),
);

/** Tools in use whose calibration is due by a day, most urgent first. */
export const calibrationsDueBy = query((params: Params<{ until: string }>) =>
  build
    .select({
      measuringtoolid: measuringtools.measuringtoolid,
      assetnumber: assets.assetnumber,
      name: assets.name,
      calibrationduedate: sql<string>`${measuringtools.calibrationduedate}`.as('calibrationduedate'),
    })
    .from(measuringtools)
    .crossJoin(assets)
    .where(
      and(
        isNotNull(measuringtools.calibrationduedate),
        lte(measuringtools.calibrationduedate, params.until),
        ofAsset,
        isInUse,
      ),
    )
    .orderBy(asc(measuringtools.calibrationduedate), asc(measuringtools.measuringtoolid)),
);

/** Tools in use whose calibration is due by a day, at the selected places. */
export const dueCalibrations = query((params: Params<DueParams>) =>
  build
    .select(createDueColumns(measuringtools.measuringtoolid, measuringtools.calibrationduedate))
    .from(measuringtools)
    .crossJoin(assets)
    .where(
      and(
        lte(measuringtools.calibrationduedate, params.until),
        ofAsset,
        isInUse,
        isWithinPlace(assets, params),
      ),
    ),
);

/** The due dates and last results of the tools in use among a JSON list of asset IDs, for their flags. */
export const calibratedAmong = query((params: Params<{ ids: string }>) =>
  build
    .select({
      assetid: measuringtools.assetid,
      calibrationduedate: measuringtools.calibrationduedate,
      lastresult: measuringtools.lastresult,
    })
    .from(measuringtools)
    .crossJoin(assets)
    .where(
      and(sql`${measuringtools.assetid} in (select value from json_each(${params.ids}))`, ofAsset, isInUse),
    ),
);

const selectTools = () =>
  build
    .select({
      assetid: assets.assetid,
      assetnumber: assets.assetnumber,
      serialnumber: assets.serialnumber,
      vendorid: assets.vendorid,
      isactive: assets.isactive,
      assettype: assettypes.assettype,
      measuringtoolid: measuringtools.measuringtoolid,
      gagelabtag: measuringtools.gagelabtag,
    })
    .from(assets)
    .innerJoin(assettypes, eq(assettypes.assettypeid, assets.assettypeid))
    .leftJoin(measuringtools, eq(measuringtools.assetid, assets.assetid));

/** The asset with an asset number, and its measuring tool if it is one. */
export const toolByNumber = query((params: Params<{ assetnumber: string }>) =>
  selectTools().where(isNamed(assets.assetnumber, params.assetnumber)),
);

/** The tools with a serial number. */
export const toolsBySerial = query((params: Params<{ serialnumber: string }>) =>
  selectTools()
    .where(and(isNamed(assets.serialnumber, params.serialnumber), isNotNull(measuringtools.measuringtoolid)))
    .orderBy(asc(assets.assetid)),
);

/** The active tools with a gauge lab tag. */
export const toolsByTag = query((params: Params<{ gagelabtag: string }>) =>
  selectTools()
    .where(
      and(
        sql`${assets.assetid} IN (SELECT ${measuringtools.assetid} FROM ${measuringtools} WHERE ${isNamed(measuringtools.gagelabtag, params.gagelabtag)})`,
        isActiveAsset,
      ),
    )
    .orderBy(asc(assets.assetid)),
);

export const toolTypeByName = query((params: Params<{ measuringtooltype: string }>) =>
  build
    .select({ measuringtooltypeid: measuringtooltypes.measuringtooltypeid })
    .from(measuringtooltypes)
    .where(isNamed(measuringtooltypes.measuringtooltype, params.measuringtooltype)),
);
