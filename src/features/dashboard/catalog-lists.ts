import { z } from 'zod';
import type { Actor } from '../../kit/actor.ts';
import type { Host } from '../../kit/host.ts';
import { isAuthorized } from '../../kit/http/access.ts';
import { listOpenPages } from './navigation.ts';

export const catalogListRecord = z
  .object({
    title: z.string(),
    icon: z.string(),
    path: z.string(),
    description: z.string(),
    count: z.int(),
  })
  .meta({ id: 'CatalogList' });
export type CatalogList = z.output<typeof catalogListRecord>;

/** Returns the registers that the page Lists contains and the caller may read, by title. */
export function listCatalogLists(host: Host, actor: Actor): CatalogList[] {
  const pages = listOpenPages(host, actor).filter(({ family, isListed }) => family === 'Lists' || isListed);
  const registers = new Map(host.registers.all().map((register) => [register.path, register]));
  return pages
    .flatMap(({ path, title, icon }): CatalogList[] => {
      const register = registers.get(path);
      if (!register || !isAuthorized(actor, register.can.read)) return [];
      const { lister } = host.resource(register);
      const count = host.db.remember(`catalog list ${path}`, (reader) => lister.count(reader, {}));
      return [{ title, icon, path, description: register.about, count }];
    })
    .sort((a, b) => a.title.localeCompare(b.title));
}
