import { z } from 'zod';
import { reportRoute } from '../../src/features/reports/index.ts';
import { attachIfAny } from '../../src/kit/files/upload.ts';
import type { Host } from '../../src/kit/host.ts';
import { type Api, api, routeOptions } from '../../src/kit/http/api.ts';
import { readJson } from '../../src/kit/http/body.ts';
import type { Call } from '../../src/kit/http/call.ts';
import { readFields } from '../../src/kit/http/form-fields.ts';
import { isMultipart } from '../../src/kit/http/multipart.ts';
import { idParam } from '../../src/kit/http/paging.ts';
import { inputFieldsSchema } from '../../src/kit/resource/validate.ts';
import { calibrationCounts, readCalibrationCounts } from './counts.ts';
import { activeToolsByType } from './queries.ts';
import { calibrationLedger, measuringtools } from './registers.ts';
import { CALIBRATION_DUE } from './reports.ts';
import {
  type Calibration,
  CERTIFICATE_AREA,
  CERTIFICATE_RULE,
  calibration,
  recordCalibration,
  refuseRetiredTool,
} from './service.ts';

const JSON_BYTES = 256 * 1024;
const byTool = z.object({ measuringtoolid: idParam });
const calibrationForm = inputFieldsSchema(calibration) as unknown as z.ZodType<Calibration>;
const counts = calibrationCounts.extend({ bytype: z.array(z.looseObject({ count: z.int() })) });

/** Records a calibration from a form with a certificate, or from JSON without one. */
async function calibrate(host: Host, call: Pick<Call, 'req' | 'context'>, measuringtoolid: number) {
  refuseRetiredTool(host, measuringtoolid);
  const { req, context } = call;
  if (!isMultipart(req)) {
    const body = readFields(calibrationForm, (await readJson(req, JSON_BYTES)) as Record<string, string>);
    return recordCalibration(host, context, measuringtoolid, body, undefined);
  }
  const rule = { ...CERTIFICATE_RULE, form: inputFieldsSchema(calibration) };
  return attachIfAny(host.files, req, CERTIFICATE_AREA, rule, ({ file, fields }) =>
    recordCalibration(host, context, measuringtoolid, readFields(calibrationForm, fields), file),
  );
}

/** Routes of measuring tools beyond those of their register: lookup, counts, calibrations. */
export function measuringToolRoutes(host: Host): readonly Api[] {
  const resource = host.resource(measuringtools);
  const ledger = host.resource(calibrationLedger.register);
  return [
    reportRoute(host, '/api/measuringtools/reports/calibration-due', CALIBRATION_DUE),
    api('/api/measuringtools')
      .get(
        '/by-asset/:assetid',
        ({ params }) => resource.get(params.assetid, 'measuringtools.assetid'),
        routeOptions({
          access: 'optional',
          summary: 'Get the measuring tool of an asset',
          params: z.object({ assetid: idParam }),
          responseSchema: resource.schemas.record,
        }),
      )
      .get(
        '/dashboard/summary',
        () =>
          host.db.read((reader) => ({
            ...readCalibrationCounts(reader),
            bytype: activeToolsByType.all(reader),
          })),
        routeOptions({ access: 'optional', summary: 'Count measuring tools', responseSchema: counts }),
      )
      .get(
        '/certificates/:filename',
        ({ params }) => host.files.serve(CERTIFICATE_AREA, params.filename, { download: true }),
        routeOptions({
          access: { can: 'measuringtools.view' },
          summary: 'Download the certificate of a calibration',
          params: z.object({ filename: z.string().max(255) }),
          produces: 'application/octet-stream',
        }),
      )
      .post(
        '/:measuringtoolid/calibrations',
        async ({ call, params }) => ledger.get(await calibrate(host, call, params.measuringtoolid)),
        routeOptions({
          access: { can: 'measuringtools.edit' },
          summary: 'Record a calibration, as a form with the certificate or as JSON without it',
          params: byTool,
          raw: {
            type: ['multipart/form-data', 'application/json'],
            form: calibrationForm,
            file: { name: 'file', isOptional: true },
          },
          responseSchema: ledger.schemas.record,
          status: 201,
        }),
      ),
  ];
}
