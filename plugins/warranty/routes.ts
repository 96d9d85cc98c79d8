import { z } from 'zod';
import { assetRegister } from '../../src/features/catalog/index.ts';
import { reportRoute } from '../../src/features/reports/index.ts';
import { attach } from '../../src/kit/files/upload.ts';
import type { Host } from '../../src/kit/host.ts';
import { type Api, api, routeOptions } from '../../src/kit/http/api.ts';
import { idParam } from '../../src/kit/http/paging.ts';
import { assetsUnder } from './queries.ts';
import { proofLedger, warranties } from './registers.ts';
import { WARRANTY_EXPIRING } from './reports.ts';
import { MAX_COVERED, MAX_WARRANTIES } from './row-limits.ts';
import { addProof, PROOF_AREA, PROOF_RULE, refuseRetiredWarranty } from './service.ts';

const byWarranty = z.object({ warrantyid: idParam });
const coveredAsset = z
  .object({
    assetid: z.int(),
    assetnumber: z.string(),
    name: z.string().nullable(),
    assettype: z.string(),
    location: z.string().nullable(),
    isactive: z.boolean(),
  })
  .meta({ id: 'CoveredAsset' });
export type CoveredAsset = z.output<typeof coveredAsset>;

/** Routes of warranties beyond those of their register: covered assets and documents. */
export function warrantyRoutes(host: Host): readonly Api[] {
  const resource = host.resource(warranties);
  const proofs = host.resource(proofLedger.register);
  return [
    reportRoute(host, '/api/warranty/reports/expiring', WARRANTY_EXPIRING),
    api('/api/warranty')
      .get(
        '/asset/:assetid',
        ({ params: { assetid } }) => {
          host.resource(assetRegister).get(assetid);
          return resource.all({ assetid });
        },
        routeOptions({
          access: 'optional',
          summary: 'List the warranties that cover an asset',
          params: z.object({ assetid: idParam }),
          responseSchema: resource.schemas.record.array().max(MAX_WARRANTIES),
        }),
      )
      .get(
        '/:warrantyid/assets',
        ({ params: { warrantyid } }) => {
          resource.get(warrantyid);
          const rows = host.db.read((reader) => assetsUnder.all(reader, { warrantyid }));
          return rows.map((row) => ({ ...row, isactive: row.isactive === 1 }));
        },
        routeOptions({
          access: 'optional',
          summary: 'List the assets that a warranty covers',
          params: byWarranty,
          responseSchema: coveredAsset.array().max(MAX_COVERED),
        }),
      )
      .post(
        '/:warrantyid/proof',
        async ({ call, params: { warrantyid } }) => {
          refuseRetiredWarranty(host, warrantyid);
          const id = await attach(host.files, call.req, PROOF_AREA, PROOF_RULE, ({ file }) =>
            addProof(host, call.context, warrantyid, file),
          );
          return proofs.get(id);
        },
        routeOptions({
          access: { can: 'warranty.edit' },
          summary: 'Add a document to a warranty',
          params: byWarranty,
          raw: { type: ['multipart/form-data', 'application/octet-stream'] },
          responseSchema: proofs.schemas.record,
          status: 201,
        }),
      )
      .get(
        '/proof/:filename',
        ({ params }) => host.files.serve(PROOF_AREA, params.filename, { download: true }),
        routeOptions({
          access: { can: 'warranty.view' },
          summary: 'Download a document of a warranty',
          params: z.object({ filename: z.string().max(255) }),
          produces: 'application/octet-stream',
        }),
      ),
  ];
}
