import { z } from 'zod';
import { recordCollision, resolveMergedAsset } from '../../src/features/catalog/index.ts';
import {
  type AssetClaim,
  type AssetMatch,
  matchAsset,
  readReferences,
  recordPossibleDuplicates,
  referenceNames,
  removeEmptyIdentifiers,
  withMergeTarget,
} from '../../src/features/collector/index.ts';
import { cutText } from '../../src/kit/clean-text.ts';
import type { Collector, IngestResult } from '../../src/kit/contributions.ts';
import type { Reader } from '../../src/kit/data/reader.ts';
import type { Tx } from '../../src/kit/data/tx.ts';
import { AppError } from '../../src/kit/errors.ts';
import type { Host } from '../../src/kit/host.ts';
import { keepDistinctiveSerial } from '../../src/kit/placeholder-values.ts';
import { text } from '../../src/kit/resource/fields.ts';
import { allFieldsOf } from '../../src/kit/resource/registers.ts';
import { inputSchema } from '../../src/kit/resource/validate.ts';
import { toolByNumber, toolOfAsset, toolsBySerial, toolsByTag } from './queries.ts';
import { measuringtools } from './registers.ts';
import { measuringtools as tools } from './tables.ts';

const TOOL_COLUMNS = [
  'name',
  'serialnumber',
  'statusid',
  'locationid',
  'businessunitid',
  'vendorid',
  'modelnumberid',
  'measuringtooltypeid',
  'gagelabtag',
  'lastcalibrationdate',
  'calibrationintervaldays',
  'softwareversion',
  'notes',
  'gaugelabreference',
  'maintenancereference',
] as const;

const assetnumber = inputSchema(text({ title: 'Asset number', required: true })) as z.ZodType<string>;

type ToolReport = AssetClaim & { lastcalibrationdate?: string | null };

/**
 * Creates the collector for reports of gauge lab systems. A tool is matched by asset number, else by serial
 * number. Missing fields stay unchanged, and an older calibration date than the stored one is ignored.
 */
export function createMeasuringToolCollector(host: Host): Collector {
  const fields = allFieldsOf(host.registers, measuringtools);
  const shape = Object.fromEntries(TOOL_COLUMNS.map((name) => [name, inputSchema(fields[name]!).optional()]));
  const record = z
    .object({ assetnumber: assetnumber.optional(), ...referenceNames(host, measuringtools), ...shape })
    .refine(
      (reported: ToolReport) =>
        reported.assetnumber !== undefined || keepDistinctiveSerial(reported.serialnumber) !== undefined,
      {
        path: ['assetnumber'],
        message: 'Enter assetnumber or serialnumber to identify the tool.',
      },
    )
    .transform((reported: ToolReport, { issues }) => {
      const report = (path: string, message: string, params?: Record<string, unknown>) =>
        issues.push({ code: 'custom', path: [path], message, input: reported, params });
      return host.db.read((reader) => {
        if ((reported.lastcalibrationdate ?? '') > reader.today)
          report(
            'lastcalibrationdate',
            'The last calibration is in the future. Report the date on which it was done.',
          );
        return readReferences(reader, host, measuringtools, { ...reported }, report);
      });
    });
  return {
    name: 'measuringtools',
    summary: 'Report measuring tools from gauge lab systems',
    record,
    identifiers: ['assetnumber', 'serialnumber', 'gagelabtag', 'vendor', 'vendorid'],
    listAssets: (reader, reported) => {
      const tool = findTool(reader, reported as ToolReport);
      return tool ? [tool.assetid] : [];
    },
    ingest: (tx, reported) => ingest(host, tx, reported as ToolReport),
  };
}

/**
 * Returns the tool that a report is about; see `matchAsset`. Throws 409 when the asset number is that of
 * another type or serial number, or the gauge lab tag is that of another tool.
 */
function findTool(reader: Reader, reported: ToolReport) {
  const claim = removeEmptyIdentifiers(reported);
  const { assetnumber, serialnumber } = claim;
  const byNumber = assetnumber === undefined ? undefined : toolByNumber.get(reader, { assetnumber });
  if (byNumber) {
    if (byNumber.measuringtoolid === null)
      throw new AppError(
        'CONFLICT',
        `${assetnumber} is not a measuring tool. Its type is ${byNumber.assettype}. Report another number.`,
        { field: 'assetnumber' },
      );
  }
  const serial = keepDistinctiveSerial(serialnumber);
  const ofSerial = serial ? toolsBySerial.all(reader, { serialnumber: serial }) : [];
  const [own] = withMergeTarget(reader, byNumber ? [byNumber] : []);
  if (own) refuseTagOfAnother(reader, claim, own);
  const match = matchAsset(claim, own, withMergeTarget(reader, ofSerial));
  if (match) refuseTagOfAnother(reader, claim, match);
  return match && findCurrentTool(reader, match.assetid);
}

/** Throws 409 when an active tool other than the matched one has the gauge lab tag of the report. */
function refuseTagOfAnother(reader: Reader, { gagelabtag }: ToolReport, match: AssetMatch): void {
  if (!gagelabtag) return;
  const others = withMergeTarget(reader, toolsByTag.all(reader, { gagelabtag }))
    .map(({ currentid }) => currentid)
    .filter((currentid) => currentid !== match.currentid);
  if (others.length === 0) return;
  const message = `${match.assetnumber} and the gauge lab tag ${gagelabtag} belong to two records. Correct one of them.`;
  throw new AppError('CONFLICT', message, {
    field: 'gagelabtag',
    records: [...new Set([match.currentid, ...others])],
  });
}

/** Records the other active tools with the gauge lab tag of a new tool as its possible duplicates. */
function noteTagTwins(tx: Tx, assetid: number, gagelabtag: string | null | undefined): void {
  const ofTag = gagelabtag ? toolsByTag.all(tx, { gagelabtag }) : [];
  for (const tool of ofTag)
    recordCollision(tx, tool.assetid, assetid, `Both have the gauge lab tag ${tool.gagelabtag}.`);
}

/** Returns the tool of an asset, or of the asset that it was merged into. */
function findCurrentTool(reader: Reader, found: number) {
  const assetid = resolveMergedAsset(reader, found);
  const { measuringtoolid } =
    toolOfAsset.get(reader, { assetid }) ?? toolOfAsset.get(reader, { assetid: found })!;
  return { assetid, measuringtoolid };
}

function ingest(host: Host, tx: Tx, reported: ToolReport): IngestResult {
  const { writer } = host.resource(measuringtools);
  const { assetnumber, ...facts } = removeEmptyIdentifiers(reported);
  const tool = findTool(tx, reported);
  if (!tool) {
    const serialnumber = keepDistinctiveSerial(reported.serialnumber);
    const twins = serialnumber ? toolsBySerial.all(tx, { serialnumber }) : [];
    const id = writer.createIn(tx, { ...facts, assetnumber: assetnumber ?? freeNumber(tx, serialnumber!) });
    const { assetid } = tx.row(tools, id)!;
    recordPossibleDuplicates(tx, assetid, reported, twins);
    noteTagTwins(tx, assetid, facts.gagelabtag);
    return { outcome: 'created', assetid };
  }
  const { measuringtoolid } = tool;
  const { assetid, lastcalibrationdate: last } = tx.row(tools, measuringtoolid)!;
  // A lab system with an older date must not overwrite a newer one.
  if (facts.lastcalibrationdate !== undefined && last !== null && (facts.lastcalibrationdate ?? '') < last)
    delete facts.lastcalibrationdate;
  const mark = tx.journal.length;
  writer.updateIn(tx, measuringtoolid, facts);
  const isChanged = tx.journal.length > mark;
  return { outcome: isChanged ? 'updated' : 'unchanged', assetid };
}

/** Returns an unused asset number for a serial number: the serial number itself, or with a numeric suffix. */
function freeNumber(tx: Tx, serialnumber: string): string {
  const base = cutText(serialnumber, 240)!;
  for (let n = 1; ; n++) {
    const assetnumber = n === 1 ? base : `${base}-${n}`;
    if (!toolByNumber.get(tx, { assetnumber })) return assetnumber;
  }
}
