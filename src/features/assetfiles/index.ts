import { z } from 'zod';
import { attach } from '../../kit/files/upload.ts';
import { historyRule } from '../../kit/history-rule.ts';
import { api, routeOptions } from '../../kit/http/api.ts';
import { idParam } from '../../kit/http/paging.ts';
import { definePlugin } from '../../kit/plugin.ts';
import { assetRegister } from '../catalog/index.ts';
import {
  ASSET_FILES_AREA,
  ASSET_FILES_RULE,
  deleteAssetFile,
  listAssetFiles,
  MAX_FILES,
  saveAssetFile,
} from './service.ts';
import * as tables from './tables.ts';

const edit = { can: 'assets.edit' };
const read = { can: 'assets.view' };
const byAsset = z.object({ assetid: idParam });

const record = z
  .object({
    assetfileid: z.int(),
    assetid: z.int(),
    filename: z.string(),
    originalname: z.string(),
    mediatype: z.string(),
    size: z.int().meta({ description: 'Size in bytes.' }),
    note: z.string().nullable(),
    username: z.string(),
    createddate: z.iso.datetime(),
    modifieddate: z.iso.datetime(),
  })
  .meta({ id: 'AssetFile' });
export type AssetFile = z.output<typeof record>;

/** Files of assets, such as manuals, drawings, photographs and contracts. */
export const assetFilesFeature = definePlugin({
  id: 'assetfiles',
  title: 'Files of assets',
  description: 'Manuals, drawings and photos of assets',
  core: true,
  tables,
  history: [
    historyRule(tables.assetfiles.assetid, {
      changes: (_tx, { before, after }) => [
        { field: 'file', before: before?.originalname ?? null, after: after?.originalname ?? null },
      ],
      rows: {
        title: 'Files',
        access: read,
        describe: (_reader, { originalname, note }) => ({
          name: 'File',
          value: [originalname, note].filter(Boolean).join(', '),
          label: String(originalname),
        }),
      },
    }),
  ],
  routes: (host) => [
    api('/api/assets')
      .get(
        '/:assetid/files',
        ({ params }) => listAssetFiles(host, params.assetid),
        routeOptions({
          access: read,
          summary: 'List the files of an asset',
          params: byAsset,
          responseSchema: record.array().max(MAX_FILES),
        }),
      )
      .post(
        '/:assetid/files',
        async ({ call, params }) => {
          call.disableIdleTimeout();
          host.resource(assetRegister).get(params.assetid);
          return attach(host.files, call.req, ASSET_FILES_AREA, ASSET_FILES_RULE, (upload) =>
            saveAssetFile(host, call.context, params.assetid, upload),
          );
        },
        routeOptions({
          access: edit,
          summary: 'Add a file to an asset',
          params: byAsset,
          responseSchema: record,
          status: 201,
          raw: { type: 'multipart/form-data' },
        }),
      )
      .get(
        '/files/:filename',
        ({ call, params }) => {
          call.disableIdleTimeout();
          return host.files.serve(ASSET_FILES_AREA, params.filename, { download: true });
        },
        routeOptions({
          access: read,
          summary: 'Download a file of an asset',
          params: z.object({ filename: z.string().max(255) }),
          produces: 'application/octet-stream',
        }),
      )
      .delete(
        '/files/:assetfileid',
        ({ call: { context }, params }) => deleteAssetFile(host, context, params.assetfileid),
        routeOptions({
          access: edit,
          summary: 'Delete a file of an asset',
          params: z.object({ assetfileid: idParam }),
        }),
      ),
  ],
});
