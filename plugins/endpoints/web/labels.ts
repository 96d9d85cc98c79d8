import type { z } from 'zod';
import type { Profile } from '../../../src/features/identity/schemas.ts';
import { ACTION_DESCRIPTIONS, type Action, ISSUE_PERMISSIONS, listActionPermissions } from '../actions.ts';
import type { commandRecord } from '../commands/schemas.ts';
import type { fleetRow } from '../fleet/list.ts';

/** The data that identify a PC for users. */
export interface Pc {
  assetid: number;
  hostname: string | null;
  assetnumber?: string;
}

/** Returns the display name of a PC. Without a host name, this is its asset number, or else its ID. */
export const pcNameOf = ({ hostname, assetnumber, assetid }: Pc): string =>
  hostname ?? assetnumber ?? `asset ${assetid}`;

export type FleetRow = z.output<typeof fleetRow>;

/** Returns the title of an action, or its code if this version does not know it. */
export const actionTitle = (action: string): string => ACTION_DESCRIPTIONS[action as Action]?.title ?? action;

/** Returns the title of a command. The title of an update contains the application and the version. */
export const commandTitle = ({ action, appname, appversion }: z.output<typeof commandRecord>): string =>
  appname === null || appversion === null ? actionTitle(action) : `Update ${appname} to ${appversion}`;

/**
 * Reports whether the user has a permission. Admins have all of them; without a profile, the result is false.
 */
export const hasProfilePermission = (me: Profile | undefined, permission: string): boolean =>
  me !== undefined && (me.isadmin || me.permissions.includes(permission));

/**
 * Reports whether the user may issue an action or, without `action`, at least one. The server applies the
 * same rule.
 */
export const mayIssue = (me: Profile | undefined, action?: Action): boolean =>
  (action ? listActionPermissions(action) : ISSUE_PERMISSIONS).some((permission) =>
    hasProfilePermission(me, permission),
  );

type StateLabel = { word: string; label: string };

/** Each verdict with its label, and with the state that determines the color. */
export const VERDICT_LABELS: Record<FleetRow['verdict'], StateLabel> = {
  blocked: { word: 'blocked', label: 'Blocked' },
  degraded: { word: 'degraded', label: 'Degraded' },
  noise: { word: 'noise', label: 'Noise' },
  ok: { word: 'ok', label: 'OK' },
  unknown: { word: 'unknown', label: 'Unknown' },
  offline: { word: 'offline', label: 'Offline' },
};

export const CREDENTIAL_LABELS: Record<FleetRow['credentialstate'], StateLabel> = {
  enrolled: { word: 'enrolled', label: 'Enrolled' },
  pending: { word: 'pending', label: 'Pending approval' },
  reenrollblocked: { word: 'blocked', label: 'Enrollment blocked' },
  sharedkey: { word: 'warning', label: 'Shared key' },
  notreporting: { word: 'inactive', label: 'Not enrolled' },
};

export const COMMAND_STATE_LABELS: Record<'queued' | 'pending' | 'succeeded' | 'failed', StateLabel> = {
  queued: { word: 'queued', label: 'Queued' },
  pending: { word: 'inprogress', label: 'Running' },
  succeeded: { word: 'succeeded', label: 'Succeeded' },
  failed: { word: 'failed', label: 'Failed' },
};

/** Returns the options of a filter by one of these states, from its labels such as `VERDICT_LABELS`. */
export const toChoices = (labels: Record<string, StateLabel>) =>
  Object.entries(labels).map(([value, { label }]) => ({ value, label }));

const COUNT = new Intl.NumberFormat('en');
/** Formats a number of PCs with the noun, such as `1 PC` or `1,200 PCs`. */
export const formatPcCount = (count: number): string =>
  `${COUNT.format(count)} ${count === 1 ? 'PC' : 'PCs'}`;

/**
 * Returns a text with up to `maxShown` names of a list, and how many more there are. `count` is the number of
 * all names, if `names` does not contain all.
 */
export function formatNames(names: readonly string[], count = names.length, maxShown = 8): string {
  const more = count - Math.min(maxShown, names.length);
  return names.slice(0, maxShown).join(', ') + (more > 0 ? ` and ${COUNT.format(more)} more` : '');
}

/** Milliseconds between automatic refreshes of visible data. */
export const LIVE_MS = 10_000;
