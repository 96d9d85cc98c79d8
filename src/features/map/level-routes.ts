import { z } from 'zod';
import { attach } from '../../kit/files/upload.ts';
import type { Host } from '../../kit/host.ts';
import { type Api, api, routeOptions } from '../../kit/http/api.ts';
import type { Call } from '../../kit/http/call.ts';
import { readFields } from '../../kit/http/form-fields.ts';
import { readStaleness } from '../../kit/staleness.ts';
import { MAX_BUILDINGS } from '../catalog/index.ts';
import {
  BLUEPRINT_AREA,
  BLUEPRINT_RULE,
  drawingForm,
  serveBlueprint,
  setLevelBlueprint,
} from './blueprints.ts';
import { changeLevel, createLevel, deleteLevel } from './level-changes.ts';
import { getLevel, listLevels } from './levels.ts';
import { buildingRecord, byDrawing, byLevel, levelChange, levelRecord, newLevel } from './schemas.ts';

type ByLevel = z.output<typeof byLevel>;
type LevelChange = z.output<typeof levelChange>;

/** Creates the routes for buildings, their levels and drawings. */
export function levelRoutes(host: Host): readonly Api[] {
  const changing = {
    access: 'admin',
    params: byLevel,
    body: levelChange,
    responseSchema: levelRecord,
  } as const;
  const change = ({ call, params, body }: { call: Call; params: ByLevel; body: LevelChange }) => {
    const { ifmodifieddate, ...input } = body;
    return changeLevel(host, call.context, params.levelid, input, readStaleness(call.req, ifmodifieddate));
  };
  return [
    api('/api/maplevels')
      .get(
        '',
        () => listLevels(host),
        routeOptions({
          access: 'open',
          summary: 'Buildings and their levels',
          responseSchema: buildingRecord.array().max(MAX_BUILDINGS),
        }),
      )
      .get(
        '/:levelid',
        ({ params }) => getLevel(host, params.levelid),
        routeOptions({ access: 'open', summary: 'One level', params: byLevel, responseSchema: levelRecord }),
      )
      .post(
        '',
        ({ call: { context }, body }) => createLevel(host, context, body),
        routeOptions({
          access: 'admin',
          summary: 'Create a level, and its building if it is new',
          body: newLevel,
          responseSchema: levelRecord,
          status: 201,
        }),
      )
      .put('/:levelid', change, routeOptions({ ...changing, summary: 'Change a level' }))
      .patch('/:levelid', change, routeOptions({ ...changing, summary: 'Change a level' }))
      .delete(
        '/:levelid',
        ({ call: { context, req }, params }) =>
          deleteLevel(host, context, params.levelid, readStaleness(req)),
        routeOptions({
          access: 'admin',
          summary: 'Delete an empty level',
          params: byLevel,
          ifunmodified: true,
        }),
      ),
    ...blueprintRoutes(host),
  ];
}

function blueprintRoutes(host: Host): readonly Api[] {
  const uploaded = levelRecord
    .extend({ theme: z.enum(['light', 'dark']), filename: z.string() })
    .meta({ id: 'MapBlueprint' });
  return [
    api('/api/maplevels')
      .post(
        '/:levelid/blueprint',
        async ({ call: { req, context }, params }) => {
          getLevel(host, params.levelid);
          return attach(host.files, req, BLUEPRINT_AREA, BLUEPRINT_RULE, ({ file, fields }) =>
            setLevelBlueprint(host, context, params.levelid, file, readFields(drawingForm, fields).theme),
          );
        },
        routeOptions({
          access: 'admin',
          summary: 'Upload the floor plan of a level for the light or dark theme',
          params: byLevel,
          responseSchema: uploaded,
          status: 201,
          raw: { type: 'multipart/form-data', form: drawingForm },
        }),
      )
      .get(
        '/:levelid/blueprint/:filename',
        ({ params }) => serveBlueprint(host, params.levelid, params.filename),
        routeOptions({
          access: 'open',
          summary: 'Get the floor plan of a level',
          params: byDrawing,
          produces: 'image/*',
        }),
      ),
  ];
}
