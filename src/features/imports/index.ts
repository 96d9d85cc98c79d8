import { foreignPermission } from '../../kit/contributions.ts';
import type { Host } from '../../kit/host.ts';
import { forbidden } from '../../kit/http/access.ts';
import { type Api, api, routeOptions } from '../../kit/http/api.ts';
import type { Call } from '../../kit/http/call.ts';
import { definePlugin } from '../../kit/plugin.ts';
import { declareSettings } from '../../kit/settings/declare.ts';
import { catalogPermissions } from '../catalog/index.ts';
import { type ImportForm, MAX_FILE_BYTES, readForm } from './form.ts';
import { listImports } from './import-list.ts';
import { planSheet } from './plan-sheet.ts';
import { type CellPreview, readCellsOfLines } from './preview-cells.ts';
import { describeImport, readImportRegister, readImportSummary } from './records.ts';
import { createRejectedRowsCsv } from './rejected-rows.ts';
import { deleteExpiredImports } from './retention.ts';
import { RunningImports } from './running-imports.ts';
import {
  cellPreviewSchema,
  cellsForm,
  csvFileQuery,
  csvFileSchema,
  form,
  importListQuery,
  importRecordSchema,
  importSummarySchema,
  importUnderwaySchema,
  params,
  templateParams,
  undoneImportSchema,
} from './schemas.ts';
import { runImport } from './service.ts';
import * as tables from './tables.ts';
import { type ImportTarget, listImportableRegisters, refuseUnauthorized, resolveTarget } from './target.ts';
import { createTemplateCsv } from './template.ts';
import { undoImport } from './undo.ts';

export { textOfCell } from './cell-text.ts';
export { damageOf } from './damaged-cells.ts';
export { readSheet, type SheetRow } from './sheet.ts';

/** Throws 403 unless the caller may import into the register of the import. */
function refuseOthers(host: Host, call: Pick<Call, 'actor'>, importid: number): void {
  const register = readImportRegister(host, importid);
  if (!listImportableRegisters(host, call.actor).includes(register)) throw forbidden();
}

/** Returns the registers into which the caller may import. Throws 403 when there is none. */
function refuseNoImporter(host: Host, { actor }: Pick<Call, 'actor'>): string[] {
  const registers = listImportableRegisters(host, actor);
  if (registers.length === 0) throw forbidden();
  return registers;
}

/** Returns the form of an upload and its target. Throws 403 unless the caller may import into the target. */
async function readUpload(host: Host, call: Call): Promise<{ form: ImportForm; target: ImportTarget }> {
  const form = await readForm(call.req, (target) => {
    refuseUnauthorized(call.actor, resolveTarget(host, target).register);
  });
  const target = resolveTarget(host, form.target);
  refuseUnauthorized(call.actor, target.register);
  return { form, target };
}

async function importFrom(host: Host, call: Call): Promise<number> {
  const { form, target } = await readUpload(host, call);
  return runImport(host, call.context, target, form, call.req.signal);
}

/** Returns the texts of some rows of an uploaded file. */
async function readCellsFrom(host: Host, call: Call): Promise<CellPreview> {
  const { form, target } = await readUpload(host, call);
  const { choices, sheet, edits, lines } = form;
  const options = { actor: call.actor, target, choices, sheet, edits };
  return readCellsOfLines(await planSheet(host, options, form.file.bytes, call.createTimeSlice()), lines);
}

function importRoutes(host: Host): readonly Api[] {
  const access = 'login';
  return [
    api('/api/imports')
      .post(
        '',
        async ({ call }) => {
          // The permission is checked before any byte of a possibly large body is read.
          refuseNoImporter(host, call);
          const importid = await host
            .getInstance(RunningImports)
            .limit(call.actor.userid, () => importFrom(host, call));
          // The response for thousands of rows is built after other requests had a turn.
          await call.createTimeSlice().next();
          return describeImport(host, importid);
        },
        routeOptions({
          access,
          summary:
            'Import a CSV or XLSX file; a dry run unless dryrun is false. Empty cells do not change a record',
          maxbody: MAX_FILE_BYTES,
          responseSchema: importRecordSchema,
          status: 201,
          raw: { type: 'multipart/form-data', form },
        }),
      )
      .post(
        '/cells',
        ({ call }) => {
          refuseNoImporter(host, call);
          return host.getInstance(RunningImports).limit(call.actor.userid, () => readCellsFrom(host, call));
        },
        routeOptions({
          access,
          summary: 'The texts of some rows of a file, to correct them in an import. Changes nothing',
          maxbody: MAX_FILE_BYTES,
          responseSchema: cellPreviewSchema,
          raw: { type: 'multipart/form-data', form: cellsForm },
        }),
      )
      .get(
        '',
        ({ call, query }) => {
          return listImports(host, call.actor, refuseNoImporter(host, call), query);
        },
        routeOptions({
          access,
          summary: 'Imports, newest first',
          query: importListQuery,
          responseSchema: importSummarySchema.array(),
          paged: true,
        }),
      )
      .get(
        '/running',
        ({ call }) => host.getInstance(RunningImports).listOfUser(call.actor.userid),
        routeOptions({
          access,
          summary: 'Your running imports',
          responseSchema: importUnderwaySchema.array().max(100),
        }),
      )
      .get(
        '/:importid',
        ({ call, params }) => {
          refuseOthers(host, call, params.importid);
          return describeImport(host, params.importid);
        },
        routeOptions({
          access,
          summary: 'One import with the result of each row',
          params,
          responseSchema: importRecordSchema,
        }),
      )
      .get(
        '/:importid/errors.csv',
        ({ call, params, query }) => {
          refuseOthers(host, call, params.importid);
          return createRejectedRowsCsv(host, params.importid, query.bom);
        },
        routeOptions({
          access,
          summary: 'The rejected rows of an import as CSV, with their lines and reasons',
          params,
          query: csvFileQuery,
          produces: 'text/csv',
          responseSchema: csvFileSchema,
        }),
      )
      .get(
        '/templates/:target',
        ({ call, params, query }) => {
          const target = resolveTarget(host, params.target);
          refuseUnauthorized(call.actor, target.register);
          return createTemplateCsv(host, call.actor, target, query.bom);
        },
        routeOptions({
          access,
          summary: 'A CSV file with the headers for imports into a list',
          params: templateParams,
          query: csvFileQuery,
          produces: 'text/csv',
          responseSchema: csvFileSchema,
        }),
      )
      .post(
        '/:importid/undo',
        async ({ call, params }) => {
          const { importid } = params;
          refuseOthers(host, call, importid);
          const result = await undoImport(host, call, importid);
          return { ...readImportSummary(host, importid), ...result };
        },
        routeOptions({
          access,
          summary: 'Undo an import; only while its records have not changed since',
          params,
          responseSchema: undoneImportSchema,
        }),
      ),
  ];
}

/** Imports of records from spreadsheets and other systems. */
export const importsFeature = definePlugin({
  id: 'imports',
  title: 'Imports',
  description: 'Records from CSV files, with a dry run and undo',
  core: true,
  tables,
  auditEntities: {
    import: {
      id: tables.imports.importid,
      name: tables.imports.filename,
      page: (id) => `/imports/${id}`,
    },
  },
  attention: [
    {
      key: 'importsrunning',
      topic: 'running',
      title: 'Running imports',
      severity: 'info',
      needs: foreignPermission(catalogPermissions, 'assets.create'),
      href: '/imports',
      isLive: true,
      count: (_reader, host) => host.getInstance(RunningImports).count(),
    },
  ],
  navigation: [
    {
      group: 'Assets',
      family: 'All assets',
      title: 'Imports',
      icon: 'file-import',
      path: '/imports',
      words: 'excel csv spreadsheet upload snipe-it glpi netbox',
      needs: foreignPermission(catalogPermissions, 'assets.create'),
      order: 2,
    },
  ],
  settings: declareSettings('retention', {
    import_days: {
      title: 'Keep import results (days)',
      description:
        'The results of each row are deleted after this time. Imported records stay. 0 means no limit.',
      type: 'integer',
      min: 0,
      max: 36_500,
      default: '365',
    },
  }),
  jobs: [
    {
      name: 'imports.forget',
      title: 'Delete old import results',
      schedule: '23 3 * * *',
      run: deleteExpiredImports,
    },
  ],
  routes: importRoutes,
});
