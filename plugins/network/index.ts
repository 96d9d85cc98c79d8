import { createAssetCollector } from '../../src/features/collector/index.ts';
import { countRows } from '../../src/kit/data/query.ts';
import { definePlugin } from '../../src/kit/plugin.ts';
import { portInfoProvider, portRoutes } from './devices/ports.ts';
import { networkdevices, networkdevicetypes } from './devices/register.ts';
import { findDevicesNamed, saveNetworkDevice } from './devices/save-network-device.ts';
import { navigation, permissions } from './manifest.ts';
import { migrations } from './migrations.ts';
import { reports } from './reports.ts';
import { addressRoutes } from './subnets/addresses.ts';
import { clashesAmong, conflictCount } from './subnets/queries.ts';
import { subnets } from './subnets/register.ts';
import {
  addressSubnetInvariant,
  fillMissingSubnets,
  subnetRangeInvariant,
} from './subnets/subnet-invariants.ts';
import * as tables from './tables.ts';

/** The network of the plant: devices with their ports, and subnets with their addresses. */
export const networkPlugin = definePlugin({
  id: 'network',
  title: 'Network',
  description: 'Network devices with their ports, and subnets with their addresses',
  permissions,
  migrations,
  tables,
  navigation,
  registers: [networkdevices, networkdevicetypes, subnets],
  invariants: [subnetRangeInvariant, addressSubnetInvariant],
  tabCounts: [
    {
      register: 'networkdevices',
      tab: 'ports',
      isPersonal: true,
      count: countRows(tables.networkports.networkdeviceid),
    },
  ],
  attention: [
    {
      key: 'addressconflicts',
      title: 'IP address conflicts',
      href: '/reports/address-conflicts',
      needs: 'network.edit',
      count: (reader) => conflictCount.get(reader)!.n,
    },
  ],
  collectors: (host) => [createAssetCollector(host, networkdevices, 'network', 'Report network devices')],
  devices: () => [
    { assettype: 'Network device', saveFacts: saveNetworkDevice, findByName: findDevicesNamed },
  ],
  assetInfoProviders: () => [portInfoProvider],
  assetFlags: (reader, assetids) =>
    new Map(
      clashesAmong
        .all(reader, { ids: JSON.stringify(assetids) })
        .map(({ assetid }) => [assetid, { word: 'conflict', title: 'Address conflict', onlabels: false }]),
    ),
  reports,
  routes: (host) => [addressRoutes(host), portRoutes(host)],
  start: fillMissingSubnets,
});
