import type { NavigationEntry } from '../../src/kit/contributions.ts';
import type { ErrorKind } from '../../src/kit/errors.ts';
import { declareSettings } from '../../src/kit/settings/declare.ts';
import { LOG_FOLDERS, validateLogFolders } from './commands/log-folders.ts';
import { operatorreports } from './operator-reports/tables.ts';
import { agentpackages } from './packages/tables.ts';
import { endpointcommands, endpointpolicies, endpointscripts } from './tables.ts';

export const permissions = {
  'endpoints.view': 'View PCs: agents, health, commands',
  'endpoints.corptools': 'Start scheduled tasks on PCs; restart PCs and their agents',
  'endpoints.updateapp': 'Install applications on PCs, fetch log files; restart PCs and their agents',
  'endpoints.runscript':
    'Write scripts and run them on PCs, restart PCs and their agents; grants root or SYSTEM access to these PCs',
  'endpoints.agentupdate': 'Upgrade and downgrade agents',
  'endpoints.agentpackage': 'Upload agent builds; grants root or SYSTEM access to every PC with an agent',
  'endpoints.operatorreports': 'View operator reports and their screenshots',
  'endpoints.policies': 'Manage policies: which commands may run on which PCs',
  'endpoints.lock': 'Lock PCs against commands and unlock them',
} as const;

export const navigation: NavigationEntry<keyof typeof permissions>[] = [
  {
    group: 'Fleet',
    family: 'Agents',
    title: 'Enrollment',
    icon: 'plug-connected',
    path: '/endpoints/enrollment',
    words: 'approve new agent',
    needs: 'admin',
    order: 12,
  },
  {
    group: 'Fleet',
    family: 'Commands',
    title: 'Commands',
    icon: 'terminal',
    path: '/endpoints/commands',
    usedBy: [endpointcommands],
    words: 'restart script run',
    needs: 'endpoints.view',
    order: 30,
  },
  {
    group: 'Fleet',
    family: 'Commands',
    title: 'Policies',
    icon: 'shield-check',
    path: '/endpoints/policies',
    usedBy: [endpointpolicies],
    needs: 'endpoints.view',
    order: 34,
  },
  {
    group: 'Fleet',
    family: 'Commands',
    title: 'Scripts',
    icon: 'file-text',
    path: '/endpoints/scripts',
    usedBy: [endpointscripts],
    needs: 'endpoints.view',
    order: 32,
  },
  {
    group: 'Fleet',
    family: 'Agents',
    title: 'Bootstrap tokens',
    icon: 'key',
    path: '/endpoints/bootstrap-tokens',
    words: 'install agent key',
    needs: 'admin',
    order: 14,
  },
  {
    group: 'Fleet',
    family: 'Agents',
    title: 'Agent builds',
    icon: 'package',
    path: '/endpoints/packages',
    usedBy: [agentpackages],
    words: 'download agent installer msi',
    needs: 'endpoints.agentpackage',
    order: 16,
  },
  {
    group: 'Fleet',
    family: 'Agents',
    title: 'Agent upgrades',
    icon: 'stack-2',
    path: '/endpoints/migration',
    usedBy: [agentpackages],
    needs: 'endpoints.agentupdate',
    order: 18,
  },
  {
    group: 'Fleet',
    family: 'Agents',
    title: 'Operator reports',
    icon: 'headset',
    path: '/endpoints/operator-reports',
    usedBy: [operatorreports],
    needs: 'endpoints.operatorreports',
    order: 20,
  },
  {
    group: 'Admin',
    family: 'System',
    title: 'Server certificate',
    icon: 'certificate',
    path: '/admin/server-certificate',
    words: 'https tls ssl',
    needs: 'admin',
    order: 75,
  },
];

/** Error for the shared key of a PC that has a credential of its own. */
export const SHARED_KEY_REFUSED: ErrorKind = { code: 'SHARED_KEY_REFUSED', status: 401 };
/** Error for a credential that was never issued or was revoked. */
export const CREDENTIAL_INVALID: ErrorKind = { code: 'CREDENTIAL_INVALID', status: 401 };
/**
 * Error for a request that names another PC than the caller, or concerns a command or notice of another PC.
 */
export const ASSET_MISMATCH: ErrorKind = { code: 'ASSET_MISMATCH', status: 403 };
/** Error for a command to a locked PC, and for locking a PC that another user has locked. */
export const ENDPOINT_LOCKED: ErrorKind = { code: 'ENDPOINT_LOCKED', status: 409 };

export const errors = [SHARED_KEY_REFUSED, CREDENTIAL_INVALID, ASSET_MISMATCH, ENDPOINT_LOCKED];

const SHARED_KEY_CHARACTERS = 24;

/**
 * Returns the problem of a shared key as the end of a sentence, or undefined. The key must be long, because a
 * caller who guesses it can act as any PC without a credential.
 */
export const validateSharedKey = (key: string): string | undefined =>
  key.length < SHARED_KEY_CHARACTERS ? `must have at least ${SHARED_KEY_CHARACTERS} characters.` : undefined;

export const settings = declareSettings('endpoints', {
  endpoints_shared_key: {
    title: 'Shared key of agents',
    description:
      'Agents send it until they have their own credential. A PC that sends it enrolls automatically if its host name and serial number are in the register.',
    secret: true,
    default: '',
    problem: validateSharedKey,
  },
  endpoints_shared_key_enabled: {
    title: 'Accept the shared key',
    description: 'Off: only PCs with their own credential are accepted, and new PCs wait for approval.',
    type: 'boolean',
    default: 'true',
    lasting: ['true', 'false'],
  },
  endpoints_pending_per_address: {
    title: 'Pending requests per address',
    description:
      'Maximum enrollment requests without a valid key from one address (IPv6: from one /64 network). Each further request replaces the oldest.',
    type: 'integer',
    min: 1,
    max: 5000,
    default: '50',
  },
  endpoints_minimum_agent_version: {
    title: 'Minimum agent version for logs',
    description: 'Three numbers, such as 0.1.0. Log files are not requested from older agents.',
    format: {
      pattern: /^\d{1,5}\.\d{1,5}\.\d{1,9}$/,
      hint: 'Enter three numbers with dots, such as 0.1.0.',
    },
    default: '0.1.0',
    lasting: true,
  },
  endpoints_log_folders: {
    title: 'Log folders of PCs',
    description:
      'Log files can be fetched only from these folders and their subfolders. Enter one folder per line; * matches one folder name. Links are resolved first, so enter the real location. An admin can fetch other files by entering a reason.',
    type: 'text',
    problem: validateLogFolders,
    default: LOG_FOLDERS.join('\n'),
    lasting: true,
  },
  endpoints_poll_seconds: {
    title: 'Check-in interval (seconds)',
    description: 'A policy can set another interval for its PCs.',
    type: 'integer',
    min: 5,
    max: 86_400,
    default: '60',
  },
  endpoints_alert_seconds: {
    title: 'Notice interval (seconds)',
    description:
      'Agents check for notices at this interval, so a notice appears on a PC after at most this time.',
    type: 'integer',
    min: 5,
    max: 3600,
    default: '60',
  },
  endpoints_command_days: {
    title: 'Keep finished commands (days)',
    description:
      '0: commands are never deleted. A command with a log file is retained as long as the file. The newest 20 log files of each PC are retained.',
    type: 'integer',
    min: 0,
    max: 36_500,
    default: '365',
  },
});
