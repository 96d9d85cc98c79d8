import { rights } from '../../src/features/catalog/index.ts';
import type { NavigationEntry } from '../../src/kit/contributions.ts';
import { declareSettings } from '../../src/kit/settings/declare.ts';

export const permissions = rights('printers', 'printers, their types, drivers and supplies');

export const navigation: NavigationEntry<keyof typeof permissions>[] = [
  { group: 'Assets', title: 'Printers', icon: 'printer', path: '/printers', order: 30, shortcut: 'p' },
  { group: 'Floor', title: 'Printer supplies', icon: 'droplet', path: '/printers/supplies', order: 50 },
  { group: 'Floor', title: 'Install printers', icon: 'printer', path: '/printers/install', order: 52 },
  { group: 'Catalog', title: 'Printer types', icon: 'printer', path: '/printers/types', order: 30 },
  { group: 'Catalog', title: 'Printer drivers', icon: 'package', path: '/printers/drivers', order: 31 },
  { group: 'Catalog', title: 'Printer models', icon: 'versions', path: '/printers/models', order: 32 },
];

export const settings = declareSettings('printers', {
  zabbix_url: {
    title: 'Zabbix',
    description:
      'The address of the web pages of Zabbix, for example https://zabbix.plant.example/zabbix. It says what is left of toner and paper.',
    type: 'url',
    outbound: true,
    default: '',
  },
  zabbix_token: {
    title: 'API token of Zabbix',
    description: 'Of a Zabbix user who may read the hosts of the printers.',
    secret: true,
    boundTo: { zabbix_url: true },
    default: '',
  },
  supplies_low_percent: {
    title: 'A supply is low at (percent)',
    description: 'At this level or below it is on the list of what to order.',
    type: 'integer',
    min: 0,
    max: 100,
    default: '20',
  },
  supplies_critical_percent: {
    title: 'A supply is critical at (percent)',
    description: 'At this level or below it has to be changed soon.',
    type: 'integer',
    min: 0,
    max: 100,
    default: '10',
  },
  supplies_stale_hours: {
    title: 'A level is stale after (hours)',
    description: 'Nobody told it for so long that it may be another by now.',
    type: 'integer',
    min: 1,
    max: 8760,
    default: '24',
  },
});
