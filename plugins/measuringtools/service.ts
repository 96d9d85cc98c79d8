import type { MergedAssets } from '../../src/kit/asset-merge.ts';
import { type Invariant, invariant } from '../../src/kit/data/invariant.ts';
import type { Row } from '../../src/kit/data/reader.ts';
import type { Tx, WriteContext } from '../../src/kit/data/tx.ts';
import { AppError, invalid } from '../../src/kit/errors.ts';
import type { StoredFile } from '../../src/kit/files/store.ts';
import type { Host } from '../../src/kit/host.ts';
import { choice, date, longtext, type ParameterValues } from '../../src/kit/resource/fields.ts';
import type { Input } from '../../src/kit/resource/register.ts';
import { latestCalibration, toolOfAsset } from './queries.ts';
import { RESULTS } from './results.ts';
import { dueDateOf } from './state.ts';
import { calibrations, measuringtools, measuringtooltypes } from './tables.ts';

const MB = 1024 * 1024;
export const CERTIFICATE_AREA = 'calibrations';
export const CERTIFICATE_RULE = {
  extensions: ['pdf', 'png', 'jpg', 'jpeg', 'webp'],
  maxbytes: 20 * MB,
  areabytes: 8192 * MB,
};

/** The fields of a calibration, in the form and in the ledger. */
export const calibration = {
  calibrationdate: date({ title: 'Calibrated on', required: true, sort: true }),
  result: choice(RESULTS, { title: 'Result', required: true, state: true, filter: ['result'] }),
  notes: longtext({ title: 'Notes' }),
};
export type Calibration = ParameterValues<typeof calibration>;

/** Throws 404 for an unknown tool and 409 for a retired one. It runs before the certificate is uploaded. */
export function refuseRetiredTool(host: Host, measuringtoolid: number): void {
  const { register } = host.resource(host.registers.get('measuringtools'));
  if (host.resource(register).get(measuringtoolid).isactive === false)
    throw new AppError(
      'CONFLICT',
      'This measuring tool is inactive. Reactivate it, then record the calibration.',
    );
}

/**
 * Records a calibration with its certificate, if any, and returns its ID. The calibration with the latest
 * date becomes the last one; of several on that date, the one recorded last. An earlier one is only added to
 * the ledger. Throws 404 for an unknown tool, and 400 for a date in the future.
 */
export function recordCalibration(
  host: Host,
  context: WriteContext,
  measuringtoolid: number,
  { calibrationdate, result, notes }: Calibration,
  file: StoredFile | undefined,
): number {
  return host.db.transact(context, 'measuringtools.measuringtool.calibrated', (tx) => {
    const { lastcalibrationdate: last } = tx.must(measuringtools, measuringtoolid, 'Measuring tool');
    if (calibrationdate > tx.today)
      throw invalid(
        'calibrationdate',
        'The calibration date is in the future. Enter the date of the calibration.',
      );
    if (file) host.files.list(tx, file);
    const { filename = null, originalname = null } = file ?? {};
    const id = tx.insert(calibrations, {
      measuringtoolid,
      calibrationdate,
      result,
      notes,
      filename,
      originalname,
    });
    if (last === null || calibrationdate > last)
      tx.update(measuringtools, measuringtoolid, { lastcalibrationdate: calibrationdate });
    tx.audit({ entitytype: 'measuringtool', entityid: measuringtoolid });
    return id;
  }).value;
}

/**
 * Sets the interval of the type for a tool without one when the input sets the type. An interval that the
 * input of a change clears stays empty.
 */
export function completeInterval(tx: Tx, input: Input, before: Row | undefined): void {
  const typeId = input.measuringtooltypeid;
  if (typeof typeId !== 'number' || (before && input.calibrationintervaldays === null)) return;
  if ((input.calibrationintervaldays ?? before?.calibrationintervaldays ?? null) !== null) return;
  const type = tx.row(measuringtooltypes, typeId);
  if (type?.calibrationintervaldays) input.calibrationintervaldays = type.calibrationintervaldays;
}

/**
 * Derives the due date of a tool from its last calibration and its interval, after every change of either.
 * Throws 400 for a last calibration in the future.
 */
export const calibrationDueInvariant: Invariant = {
  isDeferrable: true,
  ...invariant(
    'a measuring tool is due its interval after its last calibration, and at once when that failed',
    [measuringtools, calibrations],
    (tx, changes) => {
      const ids = changes.map(({ table, id, before, after }) =>
        table === 'measuringtools' ? id : ((after ?? before)!.measuringtoolid as number),
      );
      for (const id of new Set(ids)) {
        const tool = tx.row(measuringtools, id);
        if (!tool) continue;
        const { lastcalibrationdate: last, calibrationintervaldays } = tool;
        if (last !== null && last > tx.today && !tx.isReversal)
          throw invalid(
            'lastcalibrationdate',
            'The last calibration is in the future. Enter the date on which it was done.',
          );
        const latest = latestCalibration.get(tx, { measuringtoolid: id });
        const lastresult = latest && latest.calibrationdate === last ? latest.result : null;
        const calibrationduedate = dueDateOf(last, lastresult, calibrationintervaldays);
        tx.update(measuringtools, id, { lastresult, calibrationduedate });
      }
    },
  ),
};

/** Transfers the last calibration date to the remaining tool of a merge if it is later. */
export function moveLastCalibration(tx: Tx, { kept, retired }: MergedAssets): void {
  const [to, from] = [kept, retired].map((assetid) => toolOfAsset.get(tx, { assetid }));
  if (!to || !from) return;
  const dates = [to, from].flatMap(({ lastcalibrationdate }) => lastcalibrationdate ?? []);
  const lastcalibrationdate = dates.sort().at(-1);
  if (lastcalibrationdate) tx.update(measuringtools, to.measuringtoolid, { lastcalibrationdate });
}
