import { z } from 'zod';
import type { Host } from '../../kit/host.ts';
import { type Api, api, routeOptions } from '../../kit/http/api.ts';
import { canonicalizeAddress, toPublicAddress } from '../../kit/http/client-address.ts';
import { definePlugin } from '../../kit/plugin.ts';
import { mappingOfAddress, mappingOfName } from './queries.ts';
import { dashboardDefaultRegister } from './register.ts';
import { canonicalizeRole, canonicalName, findRolePage } from './roles.ts';
import * as tables from './tables.ts';

/** Returns the mapping of a display, by its full name, else by its address; undefined when there is none. */
function mappingOf(host: Host, fqdn: string | undefined, address: string) {
  return host.db.read((reader) => {
    const named = fqdn ? mappingOfName.get(reader, { fqdn: canonicalName(fqdn) }) : undefined;
    return named ?? mappingOfAddress.get(reader, { ipaddress: canonicalizeAddress(address.trim()) });
  });
}

/** Response header with the address of the caller as the server sees it, or `unknown`. */
const ADDRESS_HEADER = 'X-Client-Address';

const byName = z.object({
  fqdn: z.string().max(255).optional().meta({ description: 'The full name of the display.' }),
});
const byNameOrAddress = byName.extend({
  ipaddress: z.string().max(64).optional().meta({ description: 'Default: the address of the caller.' }),
});
const roleAnswer = z.object({
  role: z.string().nullable(),
  path: z.string().nullable(),
  businessunitid: z.int().nullable(),
});
const placeAnswer = z.object({ businessunitid: z.int().nullable(), businessunit: z.string().nullable() });

function displayRoutes(host: Host): readonly Api[] {
  return [
    api('/api/dashboarddefaults')
      .get(
        '/display-role',
        ({ call, query }) => {
          const address = call.address();
          // A screen without a mapping shows its address, so that an admin can enter it.
          call.headers[ADDRESS_HEADER] = toPublicAddress(address);
          const mapping = mappingOf(host, query.fqdn, address);
          if (!mapping) return { role: null, path: null, businessunitid: null };
          const role = canonicalizeRole(mapping.displayrole);
          return { role, path: findRolePage(role), businessunitid: mapping.businessunitid };
        },
        routeOptions({
          access: 'open',
          summary: 'Content of a display',
          query: byName,
          responseSchema: roleAnswer,
        }),
      )
      .get(
        '/visitor-location',
        ({ call, query }) => {
          const mapping = mappingOf(host, query.fqdn, query.ipaddress || call.address());
          return {
            businessunitid: mapping?.businessunitid ?? null,
            businessunit: mapping?.businessunit ?? null,
          };
        },
        routeOptions({
          access: 'open',
          summary: 'Business unit of a lobby display',
          query: byNameOrAddress,
          responseSchema: placeAnswer,
        }),
      ),
  ];
}

/** The content of each display in the plant. */
export const dashboardDefaultsFeature = definePlugin({
  id: 'dashboarddefaults',
  title: 'Displays',
  description: 'Content of each display',
  core: true,
  tables,
  registers: [dashboardDefaultRegister],
  navigation: [
    {
      group: 'Floor',
      family: 'Screens',
      title: 'Displays',
      icon: 'device-tv',
      path: '/dashboarddefaults',
      usedBy: [tables.dashboarddefaults],
      needs: 'admin',
      order: 34,
    },
  ],
  routes: (host) => displayRoutes(host),
});
