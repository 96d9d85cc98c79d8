import type { z } from 'zod';
import type { Profile } from '../../../src/features/identity/schemas.ts';
import type { Action } from '../actions.ts';
import type { fleetRow } from '../fleet/list.ts';

/** A PC as far as somebody has to be told which one it is. */
export interface Pc {
  assetid: number;
  hostname: string | null;
  assetnumber?: string;
}

/** What people call a PC; one without a host name by its number. */
export const nameOf = ({ hostname, assetnumber, assetid }: Pc): string =>
  hostname ?? assetnumber ?? `asset ${assetid}`;

export type FleetRow = z.output<typeof fleetRow>;

/** What people call an action, and what it does to whoever sits at the PC. */
export const ACTIONS: Record<Action, { title: string; says: string }> = {
  inventory_refresh: {
    title: 'Report the inventory',
    says: 'The PC sends what it is and what is installed.',
  },
  enforce_run: { title: 'Enforce settings', says: 'The PC applies what is published for it, now.' },
  printers_sync: { title: 'Sync printers', says: 'The PC sets up the printers that are assigned to it.' },
  message: { title: 'Show a message', says: 'Whoever is at the PC sees this text.' },
  run_script: { title: 'Run a script', says: 'The script runs as it is now; later changes do not reach it.' },
  update_app: { title: 'Install an application', says: 'The PC installs this version over what it has.' },
  scheduledtask_run: {
    title: 'Start a scheduled task',
    says: 'A task of the PC is started, as if its time had come.',
  },
  collect_log: { title: 'Fetch a log file', says: 'The end of the file comes back as the output.' },
  restart_agent: { title: 'Restart the agent', says: 'Nobody at the PC notices.' },
  reboot: {
    title: 'Restart the PC',
    says: 'The PC restarts. Whoever works on it loses what is not saved, and a machine that it controls may stop.',
  },
};

export const ACTION_NAMES = Object.keys(ACTIONS) as Action[];
export const actionTitle = (action: string): string => ACTIONS[action as Action]?.title ?? action;

/** As the server asks: the permission of an action; for the others any of these will do. */
const NEEDS: Partial<Record<Action, string>> = {
  scheduledtask_run: 'endpoints.corptools',
  update_app: 'endpoints.updateapp',
  run_script: 'endpoints.runscript',
  collect_log: 'endpoints.updateapp',
};
const ANY_OF = ['endpoints.corptools', 'endpoints.updateapp', 'endpoints.runscript'];

export const holds = (me: Profile | undefined, permission: string): boolean =>
  me !== undefined && (me.isadmin || me.permissions.includes(permission));

/** Whether this person may issue an action; without one, any. */
export function mayIssue(me: Profile | undefined, action?: Action): boolean {
  const needed = action && NEEDS[action];
  return needed ? holds(me, needed) : ANY_OF.some((permission) => holds(me, permission));
}

type Told = { word: string; label: string };

/** The word that gives the colour, and what people read. */
export const VERDICTS: Record<FleetRow['verdict'], Told> = {
  blocked: { word: 'blocked', label: 'Blocked' },
  degraded: { word: 'degraded', label: 'Degraded' },
  noise: { word: 'noise', label: 'Noise' },
  ok: { word: 'ok', label: 'OK' },
  unknown: { word: 'unknown', label: 'Unknown' },
  offline: { word: 'offline', label: 'Offline' },
};

export const CREDENTIALS: Record<FleetRow['credentialstate'], Told> = {
  enrolled: { word: 'enrolled', label: 'Enrolled' },
  pending: { word: 'pending', label: 'Waits for approval' },
  reenrollblocked: { word: 'blocked', label: 'Kept from enrolling' },
  sharedkey: { word: 'warning', label: 'On the shared key' },
  notreporting: { word: 'inactive', label: 'No agent heard' },
};

export const STATES: Record<'queued' | 'pending' | 'succeeded' | 'failed', Told> = {
  queued: { word: 'queued', label: 'Queued' },
  pending: { word: 'inprogress', label: 'Running' },
  succeeded: { word: 'succeeded', label: 'Succeeded' },
  failed: { word: 'failed', label: 'Failed' },
};

/** Choices of a filter, from such a list of words. */
export const choices = (told: Record<string, Told>) =>
  Object.entries(told).map(([value, { label }]) => ({ value, label }));

const COUNT = new Intl.NumberFormat();
export const pcs = (count: number): string => `${COUNT.format(count)} ${count === 1 ? 'PC' : 'PCs'}`;

/** The first of many names, and how many more there are. */
export function namesOf(names: readonly string[], count = names.length, shown = 8): string {
  const more = count - Math.min(shown, names.length);
  return names.slice(0, shown).join(', ') + (more > 0 ? ` and ${COUNT.format(more)} more` : '');
}

/** How often what is on the screen is asked for again while somebody looks. */
export const LIVE_MS = 10_000;
