import { canSeePersonalData, hasPermission } from '../../kit/actor.ts';
import { createSystemContext } from '../../kit/data/tx.ts';
import { historyRule } from '../../kit/history-rule.ts';
import { definePlugin } from '../../kit/plugin.ts';
import type { SearchSource } from '../../kit/search/sources.ts';
import { applicationById } from './application-queries.ts';
import { applicationRegister, monitorableHasProcess, reservedStaysReserved } from './application-register.ts';
import { applicationRoutes } from './application-routes.ts';
import { assetRegister } from './asset-register.ts';
import { assetRoutes } from './asset-routes.ts';
import { openCollisionCount } from './collision-queries.ts';
import { addressesOf } from './communication-queries.ts';
import { isPersonalAddress } from './communications.ts';
import { defaultStatusStays } from './default-status.ts';
import { formatConnectionHistory, listedAddresses, listedConnections } from './listed-rows.ts';
import { navigation, permissions } from './manifest.ts';
import { normalizeAddresses } from './normalize-addresses.ts';
import { pictureRoutes } from './pictures.ts';
import { dueEndsOfLife } from './purchase-queries.ts';
import { purchaseReport } from './purchase-report.ts';
import { assetDocument, assetsWithoutPlace, sharedSerials } from './queries.ts';
import {
  assetStatusRegister,
  assetTypeRegister,
  businessUnitRegister,
  locationRegister,
  mapLevelRegister,
  modelRegister,
  operatingSystemRegister,
  protocolRegister,
  vendorRegister,
} from './reference-registers.ts';
import { builtInTypesStay, relationshipTypeRegister } from './relationship-types.ts';
import { catalogRowLimits } from './row-limits.ts';
import { CATALOG_ROW_TITLES } from './row-titles.ts';
import { applyVendorDates, supportDateHasSource } from './support-dates/support-date-rule.ts';
import { supportTeamRegister } from './support-teams.ts';
import { tabCounts } from './tab-counts.ts';
import * as tables from './tables.ts';
import { addMissingTypes, encryptWebhooks } from './upkeep.ts';

export { openRead, rights } from './access.ts';
export { assetRegister } from './asset-register.ts';
export { isMerged, recordCollision, resolveMergedAsset } from './collisions.ts';
export {
  canonicalizeAssetAddress,
  listCommunicationsOfAssets,
  setPrimary,
  validateAssetAddress,
} from './communications.ts';
export { createDueColumns } from './due-columns.ts';
export { TrackedTables } from './history-rules.ts';
export { HistoryWriter } from './history-writer.ts';
export { inUseFilter, isActiveAsset, isActiveAssetOf, isInUse } from './in-use.ts';
export { isSafeLink } from './link-template.ts';
export { permissions as catalogPermissions } from './manifest.ts';
export { pictureRoutes } from './pictures.ts';
export { definePrimaryAddress } from './primary-address.ts';
export { activeAssets, assetTypeNamed } from './queries.ts';
export { mapLevelRegister } from './reference-registers.ts';
export { registerReservedApplication } from './reserved-application.ts';
export { MAX_BUILDINGS } from './row-limits.ts';
export type { CommType } from './tables.ts';

const generic = [
  assetTypeRegister,
  assetStatusRegister,
  relationshipTypeRegister,
  locationRegister,
  businessUnitRegister,
  vendorRegister,
  modelRegister,
  operatingSystemRegister,
  protocolRegister,
  supportTeamRegister,
];

const ADDRESS_TITLES = { ip: 'IP address', mac: 'MAC address', serial: 'Serial address' };

const toSearchKey = (field: string) => ({ field, title: assetRegister.fields[field]!.title });

const searchField = (field: string, text: string | null) => ({ ...toSearchKey(field), text });

const ASSET_KEYS = [
  ...['name', 'assetnumber', 'serialnumber', 'gaugelabreference', 'maintenancereference'].map(toSearchKey),
  ...Object.entries(ADDRESS_TITLES).map(([commtype, title]) => ({
    field: commtype,
    title,
    isPersonal: isPersonalAddress({ commtype }),
  })),
];

/** Makes assets searchable by their own values; plugins contribute further parts. */
const assetSource: SearchSource = {
  kind: 'asset',
  access: { can: 'assets.view' },
  tables: { assets: '', communications: 'assetid' },
  keys: () => ASSET_KEYS,
  url: (id) => `/assets/${id}`,
  document(reader, id) {
    const row = assetDocument.get(reader, { assetid: id });
    if (!row) return undefined;
    const { name, assetnumber, assettype, location } = row;
    const addresses = addressesOf.all(reader, { assetid: id });
    return {
      title: name ?? assetnumber,
      subtitle: [assettype, name ? assetnumber : null, location].filter(Boolean).join(' · '),
      fields: [
        searchField('name', name),
        { ...searchField('assetnumber', assetnumber), isKey: true },
        { ...searchField('serialnumber', row.serialnumber), isKey: true },
        ...addresses.map((one) => ({
          field: one.commtype,
          title: ADDRESS_TITLES[one.commtype],
          text: one.address,
          isKey: true,
          isPersonal: isPersonalAddress(one),
        })),
        searchField('gaugelabreference', row.gaugelabreference),
        searchField('maintenancereference', row.maintenancereference),
      ],
      isactive: row.isactive === 1,
    };
  },
};

const APPLICATION_KEYS = [
  { field: 'appname', title: 'Application' },
  { field: 'description', title: 'Description' },
] as const;

const applicationSource: SearchSource = {
  kind: 'application',
  access: { can: 'applications.view' },
  tables: { applications: '' },
  keys: () => APPLICATION_KEYS,
  url: (id) => `/applications/${id}`,
  document(reader, id) {
    const row = applicationById.get(reader, { appid: id });
    if (!row) return undefined;
    return {
      title: row.appname,
      subtitle: 'Application',
      // A title that equals the query ranks high enough. Thousands of programs need no index of identifiers.
      fields: APPLICATION_KEYS.map((key) => ({ ...key, text: row[key.field] })),
      isactive: row.isactive === 1,
    };
  },
};

const connectionHistory = { changes: formatConnectionHistory, rows: listedConnections };

/** The asset register: assets, their reference data and their relationships. */
export const catalog = definePlugin({
  id: 'catalog',
  title: 'Catalog',
  description: 'Assets and their reference data',
  core: true,
  tables,
  permissions,
  navigation,
  registers: [assetRegister, ...generic, applicationRegister, mapLevelRegister],
  personal: ['userid', 'username', 'supplier'],
  searchSources: [assetSource, applicationSource],
  rowTitles: CATALOG_ROW_TITLES,
  history: [
    historyRule(tables.assets.assetid),
    historyRule(tables.communications.assetid, { rows: listedAddresses }),
    historyRule(tables.relationships.sourceassetid, connectionHistory),
    historyRule(tables.relationships.targetassetid, connectionHistory),
  ],
  invariants: [
    monitorableHasProcess,
    reservedStaysReserved,
    builtInTypesStay,
    defaultStatusStays,
    supportDateHasSource,
    ...catalogRowLimits,
  ],
  reports: [purchaseReport],
  tabCounts,
  dueSources: [
    {
      key: 'endoflife',
      title: 'End of life',
      icon: 'refresh',
      register: 'assets',
      select: dueEndsOfLife,
      href: ({ itemid }) => `/assets/${itemid}`,
    },
  ],
  attention: [
    {
      key: 'noplace',
      title: 'Assets without a location',
      severity: 'info',
      href: '/assets?noplace=true&inuse=true',
      needs: 'assets.edit',
      count: (reader) => assetsWithoutPlace.get(reader)!.n,
    },
    {
      key: 'sameserial',
      title: 'Assets with duplicate serial numbers',
      href: '/assets?sameserial=true',
      needs: 'assets.edit',
      count: (reader) => sharedSerials.get(reader)!.n,
    },
    {
      key: 'collisions',
      title: 'Unresolved possible duplicates',
      href: '/assets/collisions',
      needs: 'assets.view',
      count: (reader) => openCollisionCount.get(reader)!.n,
    },
  ],
  capabilities: {
    search: (_host, actor) => hasPermission(actor, 'assets.view'),
    assetsedit: (_host, actor) => hasPermission(actor, 'assets.edit'),
    history: (_host, actor) => canSeePersonalData(actor),
  },
  start: (host) => {
    addMissingTypes(host, createSystemContext());
    encryptWebhooks(host, createSystemContext());
    normalizeAddresses(host, createSystemContext());
    applyVendorDates(host, createSystemContext());
  },
  routes: (host) => [
    ...assetRoutes(host),
    ...applicationRoutes(host),
    ...pictureRoutes(host, modelRegister, 'modelimages', { can: 'assets.edit' }),
  ],
});
