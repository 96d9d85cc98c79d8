import { z } from 'zod';
import type { Host } from '../../src/kit/host.ts';
import { type Api, api, routeOptions } from '../../src/kit/http/api.ts';
import { idParam } from '../../src/kit/http/paging.ts';
import { countClick } from './queries.ts';
import { articles } from './register.ts';

/** The route that counts the views of an article. */
export function clickRoutes(host: Host): Api {
  const resource = host.resource(articles);
  return api('/api/knowledgebase').post(
    '/:articleid/click',
    ({ params: { articleid } }) => {
      resource.get(articleid);
      host.db.writeUnaudited((tx) => countClick.run(tx, { articleid }));
      return resource.get(articleid);
    },
    routeOptions({
      access: 'login',
      summary: 'Count a view of the article; this does not change its modification date',
      params: z.object({ articleid: idParam }),
      responseSchema: resource.schemas.record,
    }),
  );
}
