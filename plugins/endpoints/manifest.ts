import type { NavigationEntry } from '../../src/kit/contributions.ts';
import type { ErrorKind } from '../../src/kit/errors.ts';
import { declareSettings } from '../../src/kit/settings/declare.ts';
import { LOG_FOLDERS, validateLogFolders } from './commands/log-folders.ts';

export const permissions = {
  'endpoints.view': 'See the fleet: agents, health, commands',
  'endpoints.corptools': 'Start scheduled tasks on PCs; restart PCs and their agents',
  'endpoints.updateapp': 'Install applications on PCs, fetch log files; restart PCs and their agents',
  'endpoints.runscript':
    'Write scripts and run them on PCs, restart PCs and their agents: whoever holds this decides what runs as root or SYSTEM on them',
  'endpoints.agentupdate': 'Bring agents to another version',
  'endpoints.agentpackage':
    'Upload builds of the agent: whoever holds this decides what runs as root or SYSTEM on every PC with an agent',
  'endpoints.operatorreports': 'Read what operators report, with screenshots',
  'endpoints.policies': 'Say what may be done on which PCs',
  'endpoints.lock': 'Lock a PC against commands, and unlock it',
} as const;

export const navigation: NavigationEntry<keyof typeof permissions>[] = [
  {
    group: 'Fleet',
    title: 'PCs',
    icon: 'heart-rate-monitor',
    path: '/endpoints',
    needs: 'endpoints.view',
    order: 10,
  },
  {
    group: 'Fleet',
    title: 'Enrollment',
    icon: 'plug-connected',
    path: '/endpoints/enrollment',
    needs: 'admin',
    order: 20,
  },
  {
    group: 'Fleet',
    title: 'Commands',
    icon: 'terminal',
    path: '/endpoints/commands',
    needs: 'endpoints.view',
    order: 30,
  },
  {
    group: 'Fleet',
    title: 'Policies',
    icon: 'shield-check',
    path: '/endpoints/policies',
    needs: 'endpoints.view',
    order: 40,
  },
  {
    group: 'Fleet',
    title: 'Scripts',
    icon: 'file-text',
    path: '/endpoints/scripts',
    needs: 'endpoints.view',
    order: 50,
  },
  {
    group: 'Fleet',
    title: 'Bootstrap tokens',
    icon: 'key',
    path: '/endpoints/bootstrap-tokens',
    needs: 'admin',
    order: 25,
  },
  {
    group: 'Fleet',
    title: 'Packages',
    icon: 'package',
    path: '/endpoints/packages',
    needs: 'endpoints.agentpackage',
    order: 60,
  },
  {
    group: 'Fleet',
    title: 'Migration waves',
    icon: 'stack-2',
    path: '/endpoints/migration',
    needs: 'endpoints.agentupdate',
    order: 70,
  },
  {
    group: 'Fleet',
    title: 'Operator reports',
    icon: 'headset',
    path: '/endpoints/operator-reports',
    needs: 'endpoints.operatorreports',
    order: 80,
  },
  {
    group: 'Admin',
    title: 'Server certificate',
    icon: 'certificate',
    path: '/admin/server-certificate',
    needs: 'admin',
    order: 75,
  },
];

/** Error for the shared key of a PC that has a credential of its own. */
export const SHARED_KEY_REFUSED: ErrorKind = { code: 'SHARED_KEY_REFUSED', status: 401 };
/** Error for a credential that was never issued or was revoked. */
export const CREDENTIAL_INVALID: ErrorKind = { code: 'CREDENTIAL_INVALID', status: 401 };
/** Error for a request that names another PC than the caller. */
export const ASSET_MISMATCH: ErrorKind = { code: 'ASSET_MISMATCH', status: 403 };
/** Error for a PC that another user has locked. */
export const ENDPOINT_LOCKED: ErrorKind = { code: 'ENDPOINT_LOCKED', status: 409 };

export const errors = [SHARED_KEY_REFUSED, CREDENTIAL_INVALID, ASSET_MISMATCH, ENDPOINT_LOCKED];

const SHARED_KEY_CHARACTERS = 24;

/**
 * Returns the problem of a shared key, or undefined. A caller who guesses the key can act as any PC without a
 * credential.
 */
export const validateSharedKey = (key: string): string | undefined =>
  key.length < SHARED_KEY_CHARACTERS ? `has at least ${SHARED_KEY_CHARACTERS} characters.` : undefined;

export const settings = declareSettings('endpoints', {
  endpoints_shared_key: {
    title: 'Shared key of agents',
    description:
      'What agents show before they have a credential of their own. With it a PC that the register knows by host name and serial number enrolls by itself.',
    secret: true,
    default: '',
    problem: validateSharedKey,
  },
  endpoints_shared_key_enabled: {
    title: 'The shared key is taken',
    description: 'Off: only PCs with a credential of their own are heard, and new ones wait for an approval.',
    type: 'boolean',
    default: 'true',
    lasting: ['true', 'false'],
  },
  endpoints_pending_per_address: {
    title: 'Requests of one address that may wait',
    description:
      'Of PCs that ask to be enrolled and show no valid key; of an IPv6 address its network of 64 bits counts. Past that the oldest of them go.',
    type: 'integer',
    min: 1,
    max: 5000,
    default: '50',
  },
  endpoints_minimum_agent_version: {
    title: 'Oldest agent that sends log files',
    description: 'Three numbers, such as 0.1.0. Older agents are not asked for log files.',
    format: {
      pattern: /^\d{1,5}\.\d{1,5}\.\d{1,9}$/,
      hint: 'Enter three numbers with dots between them, such as 0.1.0.',
    },
    default: '0.1.0',
    lasting: true,
  },
  endpoints_log_folders: {
    title: 'Log folders of PCs',
    description:
      'Log files are fetched from below these folders: one a line, * stands for one folder. Links are followed first, so name where a folder really lies. An admin may fetch another log from one PC, with a reason.',
    type: 'text',
    problem: validateLogFolders,
    default: LOG_FOLDERS.join('\n'),
    lasting: true,
  },
  endpoints_poll_seconds: {
    title: 'Agents check in every (seconds)',
    description: 'A policy may say otherwise for some PCs.',
    type: 'integer',
    min: 5,
    max: 86_400,
    default: '60',
  },
  endpoints_alert_seconds: {
    title: 'Agents ask for alerts every (seconds)',
    description: 'How long an alert may take to be shown on a PC.',
    type: 'integer',
    min: 5,
    max: 3600,
    default: '60',
  },
  endpoints_command_days: {
    title: 'Keep finished commands (days)',
    description:
      '0 keeps them for ever. One that fetched a log file stays as long as the file does: of each PC the newest 20.',
    type: 'integer',
    min: 0,
    max: 36_500,
    default: '365',
  },
});
