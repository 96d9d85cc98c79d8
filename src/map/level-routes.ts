import { z } from 'zod';
import { attachBody } from '../files/upload.ts';
import type { Host } from '../host.ts';
import { type Call, type Route, route } from '../http/route.ts';
import { staleness } from '../resource/write.ts';
import { BLUEPRINT_AREA, BLUEPRINT_RULE, serveBlueprint, setBlueprint } from './blueprints.ts';
import { changeLevel, createLevel, deleteLevel } from './level-changes.ts';
import { getLevel, listLevels } from './levels.ts';
import { buildingRecord, byDrawing, byLevel, levelChange, levelRecord, newLevel } from './schemas.ts';

/** Buildings, their levels and the drawings of those. */
export function levelRoutes(host: Host): Route[] {
  const changing = { access: 'admin', params: byLevel, body: levelChange, response: levelRecord } as const;
  const change = ({
    req,
    context,
    params,
    body,
  }: Call<z.output<typeof byLevel>, unknown, z.output<typeof levelChange>>) => {
    const { ifmodifieddate, ...input } = body;
    return changeLevel(host, context, params.levelid, input, staleness(req, ifmodifieddate));
  };
  return [
    route(
      'GET',
      '/api/maplevels',
      { access: 'open', summary: 'Buildings and their levels', response: buildingRecord.array() },
      () => listLevels(host),
    ),
    route(
      'GET',
      '/api/maplevels/:levelid',
      { access: 'open', summary: 'One level', params: byLevel, response: levelRecord },
      ({ params }) => getLevel(host, params.levelid),
    ),
    route(
      'POST',
      '/api/maplevels',
      {
        access: 'admin',
        summary: 'Create a level, and its building when that is new',
        body: newLevel,
        response: levelRecord,
        status: 201,
      },
      ({ context, body }) => createLevel(host, context, body),
    ),
    route('PUT', '/api/maplevels/:levelid', { ...changing, summary: 'Change a level' }, change),
    route('PATCH', '/api/maplevels/:levelid', { ...changing, summary: 'Change a level' }, change),
    route(
      'DELETE',
      '/api/maplevels/:levelid',
      { access: 'admin', summary: 'Delete a level on which nothing stands', params: byLevel },
      ({ context, params }) => deleteLevel(host, context, params.levelid),
    ),
    ...blueprintRoutes(host),
  ];
}

function blueprintRoutes(host: Host): Route[] {
  const uploaded = levelRecord
    .extend({ theme: z.enum(['light', 'dark']), filename: z.string() })
    .meta({ id: 'MapBlueprint' });
  return [
    route(
      'POST',
      '/api/maplevels/:levelid/blueprint',
      {
        access: 'admin',
        summary: 'Upload the drawing of a level for a theme, light or dark',
        params: byLevel,
        body: 'raw',
        bodytype: 'multipart/form-data',
        response: uploaded,
        status: 201,
      },
      async ({ req, context, params }) => {
        getLevel(host, params.levelid);
        const { file, fields } = await attachBody(host, req, BLUEPRINT_AREA, BLUEPRINT_RULE);
        return setBlueprint(host, context, params.levelid, file, fields.theme ?? 'light');
      },
    ),
    route(
      'GET',
      '/api/maplevels/:levelid/blueprint/:filename',
      { access: 'open', summary: 'The drawing of a level', params: byDrawing, produces: 'image/*' },
      ({ params }) => serveBlueprint(host, params.levelid, params.filename),
    ),
  ];
}
