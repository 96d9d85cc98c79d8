import { definePlugin } from '../../kit/plugin.ts';
import { registerRoutes } from '../../kit/resource/routes.ts';
import type { SearchSource } from '../../kit/search/sources.ts';
import { applicationById } from './application-queries.ts';
import { applications } from './application-register.ts';
import { applicationRoutes } from './application-routes.ts';
import { assets } from './asset-register.ts';
import { assetRoutes } from './asset-routes.ts';
import { addressesOf } from './communication-queries.ts';
import { navigation, permissions } from './manifest.ts';
import { pictureRoutes } from './pictures.ts';
import { assetDocument } from './queries.ts';
import {
  assetstatuses,
  assettypes,
  businessunits,
  locations,
  maplevels,
  models,
  operatingsystems,
  protocols,
  vendors,
} from './reference-registers.ts';
import { relationshiptypes } from './relationship-types.ts';
import { supportteams } from './support-teams.ts';
import * as tables from './tables.ts';

export { openRead } from './access.ts';
export { assets } from './asset-register.ts';
export { canonicalAddress, communicationsOf, setPrimary } from './communications.ts';
export { History } from './history-writing.ts';
export { activeAssets } from './queries.ts';
export { maplevels } from './reference-registers.ts';
export type { CommType } from './tables.ts';

const generic = [
  assettypes,
  assetstatuses,
  relationshiptypes,
  locations,
  businessunits,
  vendors,
  models,
  operatingsystems,
  protocols,
  supportteams,
];

/** What an asset is found by; plugins add to it with the parts they bring. */
const assetSource: SearchSource = {
  kind: 'asset',
  permission: 'assets.view',
  tables: { assets: '', communications: 'assetid' },
  url: (id) => `/assets/${id}`,
  document(reader, id) {
    const row = assetDocument.get(reader, { assetid: id });
    if (!row) return undefined;
    const { name, assetnumber, assettype, location } = row;
    return {
      title: name ?? assetnumber,
      subtitle: [assettype, name ? assetnumber : null, location].filter(Boolean).join(' · '),
      texts: [name, row.gaugelabreference, row.maintenancereference],
      keys: [
        assetnumber,
        row.serialnumber,
        ...addressesOf.all(reader, { assetid: id }).map(({ address }) => address),
      ],
      isactive: row.isactive === 1,
    };
  },
};

const applicationSource: SearchSource = {
  kind: 'application',
  permission: 'applications.view',
  tables: { applications: '' },
  url: (id) => `/applications/${id}`,
  document(reader, id) {
    const row = applicationById.get(reader, { appid: id });
    if (!row) return undefined;
    return {
      title: row.appname,
      subtitle: 'Application',
      texts: [row.appname, row.description],
      // A title that equals the query ranks high enough; thousands of programs need no further index.
      keys: [],
      isactive: row.isactive === 1,
    };
  },
};

/** The register: assets, what describes them and how they are tied together. */
export const catalog = definePlugin({
  id: 'catalog',
  title: 'Catalog',
  description: 'Assets and what describes them',
  core: true,
  tables,
  permissions,
  navigation,
  registers: [assets, ...generic, applications, maplevels],
  searchSources: [assetSource, applicationSource],
  history: { assets: 'assetid', communications: 'assetid' },
  routes: (host) => [
    ...assetRoutes(host),
    ...generic.flatMap((register) => registerRoutes(host.resource(register))),
    ...applicationRoutes(host),
    ...pictureRoutes(host, models, 'modelimages', { can: 'assets.edit' }),
  ],
});
