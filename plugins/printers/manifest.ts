import { rights } from '../../src/features/catalog/index.ts';
import type { NavigationEntry } from '../../src/kit/contributions.ts';
import { declareSettings } from '../../src/kit/settings/declare.ts';
import { printerdrivers, printers } from './tables.ts';

export const permissions = rights('printers', 'printers, their types, drivers and supplies');

export const navigation: NavigationEntry<keyof typeof permissions>[] = [
  {
    group: 'Assets',
    family: 'Printers',
    title: 'Printers',
    icon: 'printer',
    path: '/printers',
    usedBy: [printers],
    order: 30,
    shortcut: 'p',
  },
  {
    group: 'Assets',
    family: 'Printers',
    title: 'Printer supplies',
    icon: 'droplet',
    path: '/printers/supplies',
    usedBy: [printers],
    words: 'toner ink cartridge drum consumables',
    order: 31,
  },
  {
    group: 'Assets',
    family: 'Printers',
    title: 'Install printers',
    icon: 'printer',
    path: '/printers/install',
    usedBy: [printers],
    words: 'driver queue',
    order: 32,
  },
  {
    group: 'Assets',
    family: 'Printers',
    title: 'Printer types',
    icon: 'printer',
    path: '/printers/types',
    usedBy: [printers],
    order: 33,
  },
  {
    group: 'Assets',
    family: 'Printers',
    title: 'Printer drivers',
    icon: 'package',
    path: '/printers/drivers',
    usedBy: [printerdrivers],
    order: 34,
  },
  {
    group: 'Assets',
    family: 'Printers',
    title: 'Printer models',
    icon: 'versions',
    path: '/printers/models',
    usedBy: [printers],
    order: 35,
  },
];

export const settings = declareSettings('printers', {
  zabbix_url: {
    title: 'Zabbix address',
    description:
      'Address of the Zabbix web interface, for example https://zabbix.plant.example/zabbix. Zabbix provides the supply levels of printers.',
    type: 'url',
    outbound: true,
    default: '',
  },
  zabbix_token: {
    title: 'Zabbix API token',
    description: 'Token of a Zabbix user with read access to the hosts of the printers.',
    secret: true,
    boundTo: { zabbix_url: true },
    default: '',
  },
  supplies_low_percent: {
    title: 'Low supply level (percent)',
    description: 'Supplies at this level or below are listed for ordering.',
    type: 'integer',
    min: 0,
    max: 100,
    default: '20',
  },
  supplies_critical_percent: {
    title: 'Critical supply level (percent)',
    description: 'Supplies at this level or below must be replaced soon.',
    type: 'integer',
    min: 0,
    max: 100,
    default: '10',
  },
  supplies_stale_hours: {
    title: 'Levels are outdated after (hours)',
    description: 'Levels older than this are shown as outdated.',
    type: 'integer',
    min: 1,
    max: 8760,
    default: '24',
  },
});
