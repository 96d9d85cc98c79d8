import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { NavigationEntry } from '../../src/kit/contributions.ts';
import { declareSettings } from '../../src/kit/settings/declare.ts';
import { enforcereports, enforcescopes } from './tables.ts';

export const permissions = {
  'enforce.manage': 'Manage enforcement: scopes, entries, simulation, reports',
  'enforce.publish':
    'Publish scopes to PCs, roll back revisions, upload payloads; grants root or SYSTEM access to these PCs',
} as const;

export const navigation: NavigationEntry<keyof typeof permissions>[] = [
  {
    group: 'Fleet',
    family: 'Enforcement',
    title: 'Enforcement',
    icon: 'checkup-list',
    path: '/enforce/scopes',
    usedBy: [enforcescopes],
    words: 'must have program policy',
    needs: 'enforce.manage',
    order: 44,
  },
  {
    group: 'Fleet',
    family: 'Enforcement',
    title: 'Enforcement reports',
    icon: 'clipboard-list',
    path: '/enforce/reports',
    usedBy: [enforcereports],
    needs: 'enforce.manage',
    order: 46,
  },
];

const isRange = (range: string): boolean =>
  range.includes('/') ? ipaddr.isValidCIDR(range) : isIP(range) !== 0;

/** Returns the problem of a comma-separated list of address ranges, or undefined. */
function rangeProblem(list: string): string | undefined {
  const wrong = list
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one && !isRange(one));
  return wrong.length > 0 ? `contains an invalid address range: ${wrong[0]!.slice(0, 60)}.` : undefined;
}

export const settings = declareSettings('enforce', {
  enforce_every_minutes: {
    title: 'Enforcement interval (minutes)',
    description:
      'At this interval, each agent checks the published entries of its PC and applies missing ones. Entries with the detection method Always are applied each time, entries without a detection method once. Locked PCs, and PCs whose policy does not allow Enforce settings, wait. 0: only on command.',
    type: 'integer',
    min: 0,
    max: 10_080,
    default: '240',
  },
  enforce_allowed_cidrs: {
    title: 'Addresses without token',
    description:
      'Comma-separated ranges, such as 10.20.0.0/16, fd00:20::/32. PCs in these ranges can fetch all manifests and payloads, and send reports, without a token. Empty: a token is always required.',
    problem: rangeProblem,
    default: '',
    lasting: true,
  },
  enforce_payload_max_mb: {
    title: 'Maximum payload size (MB)',
    description: 'Larger files are rejected. Existing larger payloads are not delivered.',
    type: 'integer',
    min: 1,
    max: 4000,
    default: '512',
  },
  enforce_payload_per_minute: {
    title: 'Payload downloads per minute',
    description:
      'Limit for each address. PCs behind one address share it. The ranges of one download count once.',
    type: 'integer',
    min: 1,
    max: 100_000,
    default: '120',
  },
  enforce_payload_store_gb: {
    title: 'Storage for payloads (GB)',
    description: 'Limit for all payloads together. Published payloads are never deleted.',
    type: 'integer',
    min: 1,
    max: 10_000,
    default: '64',
  },
  enforce_report_days: {
    title: 'Keep enforcement reports (days)',
    description: 'The newest report of each PC and scope is never deleted.',
    type: 'integer',
    min: 1,
    max: 3650,
    default: '90',
  },
});
