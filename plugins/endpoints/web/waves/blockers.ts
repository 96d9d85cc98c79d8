import type { Blocker } from '../../migration/schemas.ts';

interface BlockerDetails {
  /** State that determines the color. */
  word: string;
  label: string;
  description: string;
  /** Hint for the user: a solution, or an exception from the blocker. */
  but?: string;
  /** Link to the page where the problem can be solved. */
  to?: { path: string; title: string };
}

/** Title, explanation and solution of each blocker. */
export const BLOCKER_DETAILS: Record<Blocker, BlockerDetails> = {
  not_enrolled: {
    word: 'warning',
    label: 'Not enrolled',
    description: 'The PC has no credential of its own, which is required to fetch a build.',
    to: { path: '/endpoints/enrollment', title: 'Enrollment' },
  },
  server_trust: {
    word: 'warning',
    label: 'Certificate not confirmed',
    description: 'The agent has not pinned the certificate of this appliance.',
    but: 'The upgrade may fail. You can still select a PC that has only this problem.',
  },
  locked: {
    word: 'locked',
    label: 'Locked',
    description: 'A user locked the PC for commands.',
    but: 'Unlock it on its page.',
  },
  offline: {
    word: 'offline',
    label: 'Offline',
    description: 'The PC missed its last check-in.',
  },
  in_flight: {
    word: 'inprogress',
    label: 'In progress',
    description: 'A command is running on the PC, or an upgrade is already queued.',
    to: { path: '/endpoints/commands?action=run_script', title: 'Commands' },
  },
  no_package: {
    word: 'missing',
    label: 'No build',
    description: 'There is no current build for its platform.',
    to: { path: '/endpoints/packages', title: 'Agent builds' },
  },
  up_to_date: {
    word: 'ok',
    label: 'Up to date',
    description: 'The PC has the current build.',
  },
};

export const BLOCKER_NAMES = Object.keys(BLOCKER_DETAILS) as Blocker[];

/**
 * Reports whether users may select the PC for a wave: nothing blocks it except uncertain trust in this
 * server.
 */
export const isChoosable = ({ blockers }: { blockers: readonly Blocker[] }): boolean =>
  blockers.every((blocker) => blocker === 'server_trust');
