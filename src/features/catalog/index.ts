import type { Reader } from '../../kit/data/reader.ts';
import { definePlugin } from '../../kit/plugin.ts';
import { registerRoutes } from '../../kit/resource/routes.ts';
import type { SearchSource } from '../../kit/search/sources.ts';
import { applications } from './application-register.ts';
import { applicationRoutes } from './application-routes.ts';
import { assets } from './asset-register.ts';
import { assetRoutes } from './asset-routes.ts';
import { navigation, permissions } from './manifest.ts';
import { pictureRoutes } from './pictures.ts';
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
export { type CommType, canonicalAddress, communicationsOf, setPrimary } from './communications.ts';
export { maplevels } from './reference-registers.ts';

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

const addresses = (reader: Reader, assetid: number, types: string[]) =>
  reader
    .all<{ address: string; commtype: string }>(
      'SELECT address, commtype FROM communications WHERE assetid = ?',
      assetid,
    )
    .filter((row) => types.includes(row.commtype))
    .map((row) => row.address);

/** What an asset is found by; plugins add to it with the parts they bring. */
const assetSource: SearchSource = {
  kind: 'asset',
  permission: 'assets.view',
  tables: { assets: '', communications: 'assetid' },
  url: (id) => `/assets/${id}`,
  document(reader, id) {
    const row = reader.get<Record<string, string | number | null>>(
      `SELECT a.*, t.assettype, l.location, v.vendor, m.modelnumber FROM assets a JOIN assettypes t ON t.assettypeid = a.assettypeid
       LEFT JOIN locations l ON l.locationid = a.locationid LEFT JOIN vendors v ON v.vendorid = a.vendorid
       LEFT JOIN models m ON m.modelnumberid = a.modelnumberid WHERE a.assetid = ?`,
      id,
    );
    if (!row) return undefined;
    const text = (value: unknown) => (value === null || value === undefined ? null : String(value));
    return {
      title: text(row.name) ?? String(row.assetnumber),
      subtitle: [row.assettype, row.name ? row.assetnumber : null, row.location].filter(Boolean).join(' · '),
      texts: [text(row.name), text(row.gaugelabreference), text(row.maintenancereference)],
      keys: [
        text(row.assetnumber),
        text(row.serialnumber),
        ...addresses(reader, id, ['ip', 'mac', 'serial']),
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
    const row = reader.get<Record<string, string | number | null>>(
      'SELECT * FROM applications WHERE appid = ?',
      id,
    );
    if (!row) return undefined;
    return {
      title: String(row.appname),
      subtitle: 'Application',
      texts: [String(row.appname), row.description as string | null],
      // A title that equals the query ranks high enough; thousands of programs need no further index.
      keys: [],
      isactive: row.isactive === 1 && row.ishidden === 0,
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
