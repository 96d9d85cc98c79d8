import type { Blocker } from '../../migration/schemas.ts';

interface BlockerDetails {
  /** State that determines the color. */
  word: string;
  label: string;
  description: string;
  /** Action that is possible anyway. */
  but?: string;
  /** Link to the page where the problem can be solved. */
  to?: { path: string; title: string };
}

/** Title, explanation and solution of each blocker. */
export const BLOCKER_DETAILS: Record<Blocker, BlockerDetails> = {
  not_enrolled: {
    word: 'warning',
    label: 'Not enrolled',
    description: 'It has no credential of its own, with which an agent fetches a build.',
    to: { path: '/endpoints/enrollment', title: 'Enrollment' },
  },
  server_trust: {
    word: 'warning',
    label: 'Trust in doubt',
    description: 'Its agent pins no key, or another one than that of this server.',
    but: 'It may not get as far as the build. A PC that only this holds back can be chosen, and is tried.',
  },
  locked: {
    word: 'locked',
    label: 'Locked',
    description: 'Somebody holds it against commands.',
    but: 'It can be unlocked on its page.',
  },
  offline: {
    word: 'offline',
    label: 'Offline',
    description: 'It has not checked in when it should have.',
  },
  in_flight: {
    word: 'inprogress',
    label: 'Under way',
    description: 'A command is running on it, or an upgrade waits for it already.',
    to: { path: '/endpoints/commands?action=run_script', title: 'Commands' },
  },
  no_package: {
    word: 'missing',
    label: 'No build',
    description: 'There is no current build for its platform.',
    to: { path: '/endpoints/packages', title: 'Packages' },
  },
  up_to_date: {
    word: 'ok',
    label: 'Up to date',
    description: 'It has the current build.',
  },
};

export const BLOCKER_NAMES = Object.keys(BLOCKER_DETAILS) as Blocker[];

/** Reports whether a wave may name the PC. Doubtful trust in this server is then no obstacle. */
export const isChoosable = ({ blockers }: { blockers: readonly Blocker[] }): boolean =>
  blockers.every((blocker) => blocker === 'server_trust');
