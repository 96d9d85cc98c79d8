import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { NavigationEntry } from '../../src/kit/contributions.ts';
import { declareSettings } from '../../src/kit/settings/declare.ts';

export const permissions = {
  'enforce.manage': 'Say what each kind of PC must have: scopes, entries, simulation, reports',
  'enforce.publish':
    'Publish scopes to PCs, take them back, upload payloads: whoever holds this decides what runs as root or SYSTEM on them',
} as const;

export const navigation: NavigationEntry<keyof typeof permissions>[] = [
  {
    group: 'Fleet',
    title: 'Enforcement',
    icon: 'checkup-list',
    path: '/enforce/scopes',
    needs: 'enforce.manage',
    order: 44,
  },
  {
    group: 'Fleet',
    title: 'Enforcement reports',
    icon: 'clipboard-list',
    path: '/enforce/reports',
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
  return wrong.length > 0
    ? `has something that is no range of addresses: ${wrong[0]!.slice(0, 60)}.`
    : undefined;
}

export const settings = declareSettings('enforce', {
  enforce_every_minutes: {
    title: 'PCs look after what is published every (minutes)',
    description:
      'Each agent checks by itself so often whether its PC still has what is published for it, and brings what is missing; an entry that says Always is applied each time, one that says nothing once. A PC that is held, or whose policy does not allow enforce_run, waits. 0: only when it is told to.',
    type: 'integer',
    min: 0,
    max: 10_080,
    default: '240',
  },
  enforce_allowed_cidrs: {
    title: 'Addresses that need no token',
    description:
      'Ranges such as 10.20.0.0/16, fd00:20::/32, with commas between. PCs there fetch every manifest and payload, and report, without a token. Empty: nobody.',
    problem: rangeProblem,
    default: '',
    lasting: true,
  },
  enforce_payload_max_mb: {
    title: 'Largest payload (MB)',
    description: 'Larger files are refused, and none that is larger is handed out.',
    type: 'integer',
    min: 1,
    max: 4000,
    default: '512',
  },
  enforce_payload_per_minute: {
    title: 'Payload downloads each minute',
    description: 'For each address. PCs behind one address share it; the ranges of one download count once.',
    type: 'integer',
    min: 1,
    max: 100_000,
    default: '120',
  },
  enforce_payload_store_gb: {
    title: 'Room for payloads (GB)',
    description: 'All payloads together; what is published is never removed.',
    type: 'integer',
    min: 1,
    max: 10_000,
    default: '64',
  },
  enforce_report_days: {
    title: 'Enforcement reports are kept for (days)',
    description: 'Of each PC and scope that there are the newest stays for ever.',
    type: 'integer',
    min: 1,
    max: 3650,
    default: '90',
  },
});
