import { z } from 'zod';
import type { Actor } from '../../src/kit/actor.ts';
import type { RowOf } from '../../src/kit/data/query.ts';
import { notFound } from '../../src/kit/errors.ts';
import type { Host } from '../../src/kit/host.ts';
import { type Api, api, routeOptions } from '../../src/kit/http/api.ts';
import { Page } from '../../src/kit/http/page.ts';
import { booleanParam, idParam, searchQuery } from '../../src/kit/http/paging.ts';
import { readListPage } from '../../src/kit/list/list-page.ts';
import { registerRoutes } from '../../src/kit/resource/routes.ts';
import { findRecordIds } from '../../src/kit/resource/search-condition.ts';
import { CAPACITY_TIERS, SUPPLY_COLORS, SUPPLY_TYPES } from './choices.ts';
import { createModelConditions, MODEL_TABLES, modelColumns } from './model-list.ts';
import { modelById, suppliesOfModels } from './queries.ts';
import { MAX_SUPPLIES, modelsupplies } from './registers.ts';
import { addSupply } from './service.ts';

const titles = z.record(z.string(), z.string());

/** Routes for printer models and the parts that are ordered for each. */
export function modelRoutes(host: Host): readonly Api[] {
  const resource = host.resource(modelsupplies);
  const { record, create } = resource.schemas;
  const byModel = z.object({ modelnumberid: idParam });
  return [
    registerRoutes(resource),
    api('/api/printers')
      .get(
        '/supplies/meta',
        () => ({
          supplytype: Object.keys(SUPPLY_TYPES),
          color: Object.keys(SUPPLY_COLORS),
          capacitytier: Object.keys(CAPACITY_TIERS),
          titles: { supplytype: SUPPLY_TYPES, color: SUPPLY_COLORS, capacitytier: CAPACITY_TIERS },
        }),
        routeOptions({
          access: 'optional',
          summary: 'List the choices for model supplies',
          responseSchema: z.object({
            supplytype: z.array(z.string()),
            color: z.array(z.string()),
            capacitytier: z.array(z.string()),
            titles: z.object({ supplytype: titles, color: titles, capacitytier: titles }),
          }),
        }),
      )
      .get(
        '/models',
        ({ call: { actor }, query }) => listModels(host, actor, query),
        routeOptions({
          access: 'optional',
          summary: 'List printer models with the supplies to order',
          query: modelListQuery,
          responseSchema: model.extend({ supplies: z.array(record) }).array(),
          paged: true,
        }),
      )
      .get(
        '/models/:modelnumberid/supplies',
        ({ params }) => suppliesOf(host, params.modelnumberid),
        routeOptions({
          access: 'optional',
          summary: 'List the supplies to order for a model',
          params: byModel,
          responseSchema: record.array().max(MAX_SUPPLIES),
        }),
      )
      .post(
        '/models/:modelnumberid/supplies',
        ({ call: { context }, params, body }) => addSupply(host, context, params.modelnumberid, body),
        routeOptions({
          access: { can: 'printers.create' },
          summary: 'Add a supply to a model',
          params: byModel,
          body: create,
          responseSchema: record,
          status: 201,
        }),
      ),
  ];
}

const model = z
  .object({
    modelnumberid: z.int(),
    modelnumber: z.string(),
    vendorid: z.int().nullable(),
    vendor: z.string().nullable(),
    description: z.string().nullable(),
    imagefilename: z.string().nullable(),
    printercount: z.int(),
    drivercount: z.int(),
    supplycount: z.int(),
    createddate: z.iso.datetime(),
    modifieddate: z.iso.datetime(),
  })
  .meta({ id: 'PrinterModel' });

type PartOfModel = RowOf<typeof suppliesOfModels> & { modelnumber: string };
export type PrinterModel = z.output<typeof model> & { supplies: PartOfModel[] };

const modelListQuery = modelColumns.createQuery({
  search: searchQuery.optional(),
  vendorid: idParam.optional(),
  vendor_id: idParam.optional(),
  withsupplies: booleanParam.optional().meta({ description: 'true: only models with supplies.' }),
});

function listModels(host: Host, actor: Actor, query: z.output<typeof modelListQuery>) {
  const { search, vendorid = query.vendor_id, withsupplies = false } = query;
  const found = search?.trim() ? findRecordIds(host, actor, host.registers.get('models'), search) : undefined;
  const conditions = createModelConditions({ found, vendorid, hasSupplies: withsupplies });
  return host.db.read((reader) => {
    const { rows, pagination } = readListPage<z.output<typeof model>>(
      host.db,
      modelColumns,
      () => ({ from: MODEL_TABLES, id: 'models.modelnumberid', conditions }),
      { query, actor },
    );
    const ids = JSON.stringify(rows.map(({ modelnumberid }) => modelnumberid));
    const parts = Map.groupBy(suppliesOfModels.all(reader, { ids }), (row) => row.modelnumberid);
    const listed = rows.map((row) => {
      const supplies = parts.get(row.modelnumberid) ?? [];
      return { ...row, supplies: supplies.map((part) => ({ ...part, modelnumber: row.modelnumber })) };
    });
    return new Page(listed, pagination);
  });
}

/** Returns the supplies of a printer model. Throws 404 when the model is unknown. */
function suppliesOf(host: Host, modelnumberid: number) {
  return host.db.read((reader) => {
    const modelRow = modelById.get(reader, { modelnumberid });
    if (!modelRow) throw notFound('Model');
    const ids = JSON.stringify([modelnumberid]);
    return suppliesOfModels
      .all(reader, { ids })
      .map((part) => ({ ...part, modelnumber: modelRow.modelnumber }));
  });
}
