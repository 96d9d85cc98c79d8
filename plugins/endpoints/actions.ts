import type { permissions } from './manifest.ts';

type Permission = keyof typeof permissions;

export interface ActionDescription {
  /** Title in the UI. */
  title: string;
  /** Effect on the PC and its user. */
  description: string;
  /**
   * Permission that the action requires. If absent, the action requires any one of `GENERAL_PERMISSIONS`. A
   * permission that is not one of those allows only the actions that name it.
   */
  needs?: Permission;
  /** True when no policy restricts the action. A lock of the PC still does. */
  isFree?: true;
}

/**
 * Actions of agents, in the order of the UI. The web UI imports this file unchanged. `commands/schemas.ts`
 * declares their parameters, and `agent/perform.ts` performs them. An agent that does not know an action
 * reports that it is too old.
 */
export const ACTION_DESCRIPTIONS = {
  inventory_refresh: {
    title: 'Refresh inventory',
    description: 'The PC sends its inventory: hardware and applications.',
  },
  enforce_run: { title: 'Enforce settings', description: 'The PC applies its published settings now.' },
  printers_sync: {
    title: 'Sync printers',
    description: 'The PC sets up the printers that are assigned to it.',
  },
  message: { title: 'Show message', description: 'Users of the PC see this text.' },
  run_script: {
    title: 'Run script',
    description: 'The current version of the script runs. Later changes do not affect this command.',
    needs: 'endpoints.runscript',
  },
  update_app: {
    title: 'Install application',
    description:
      'The PC applies the published entries that install this application, then checks its version.',
    needs: 'endpoints.updateapp',
  },
  scheduledtask_run: {
    title: 'Start scheduled task',
    description: 'The PC starts one of its scheduled tasks now.',
    needs: 'endpoints.corptools',
  },
  collect_log: {
    title: 'Fetch log file',
    description: 'The last 256 KiB of the file are added to the logs of the PC.',
    needs: 'endpoints.updateapp',
    isFree: true,
  },
  restart_agent: { title: 'Restart agent', description: 'Users of the PC do not notice it.' },
  reboot: {
    title: 'Restart PC',
    description: 'The PC restarts. Unsaved work is lost, and a machine that it controls may stop.',
  },
} as const satisfies Record<string, ActionDescription>;

export type Action = keyof typeof ACTION_DESCRIPTIONS;
export const ACTIONS = Object.keys(ACTION_DESCRIPTIONS) as [Action, ...Action[]];

/** Permissions of which any one suffices for an action without a permission of its own. */
export const GENERAL_PERMISSIONS = [
  'endpoints.corptools',
  'endpoints.updateapp',
  'endpoints.runscript',
] as const satisfies readonly Permission[];

/** Returns the permissions of which any one suffices for an action. */
export const requiredPermissionsOf = ({ needs }: ActionDescription): readonly Permission[] =>
  needs ? [needs] : GENERAL_PERMISSIONS;

/**
 * Returns the permissions that each allow at least one action. Any of them opens the routes and forms of
 * commands.
 */
export const listIssuePermissions = (
  actions: Readonly<Record<string, ActionDescription>>,
): readonly Permission[] => [
  ...new Set([...GENERAL_PERMISSIONS, ...Object.values(actions).flatMap(requiredPermissionsOf)]),
];

/**
 * Returns the permissions of which any one suffices to read commands: that to view the fleet, and those of
 * single actions. The `GENERAL_PERMISSIONS` do not suffice.
 */
export const listViewPermissions = (
  actions: Readonly<Record<string, ActionDescription>>,
): readonly Permission[] => [
  'endpoints.view',
  ...listIssuePermissions(actions).filter((right) => !GENERAL_PERMISSIONS.some((one) => one === right)),
];

/**
 * Permissions of which any one opens the routes that queue and cancel commands. Each command then requires
 * that of its action.
 */
export const ISSUE_PERMISSIONS = listIssuePermissions(ACTION_DESCRIPTIONS);
/** Permissions of which any one opens the routes that read commands. */
export const VIEW_PERMISSIONS = listViewPermissions(ACTION_DESCRIPTIONS);

const descriptionOf = (action: Action): ActionDescription => ACTION_DESCRIPTIONS[action];

/** Returns the permissions of which any one suffices for an action, by its key. */
export const listActionPermissions = (action: Action): readonly Permission[] =>
  requiredPermissionsOf(descriptionOf(action));

/** Reports whether no policy restricts the action. A lock of the PC still does. */
export const isFreeOfPolicy = (action: Action): boolean => descriptionOf(action).isFree === true;
