import { Loader } from '@mantine/core';
import type { RestorePhase } from '../api/follow-restore.ts';

const WORDS: Record<RestorePhase, string> = {
  rehearsing: 'Testing the backup on a copy. Nothing has changed yet, and users can continue to work.',
  replacing: 'Replacing the data with the backup. All users are signed out.',
  away: 'The appliance restarts with the restored data. Then this page opens the sign-in.',
};

/** Shows the phase of a restore. */
export const RestoreProgress = ({ phase }: { phase: RestorePhase }) => (
  <div className="mw-state" role="status">
    <Loader size={20} aria-hidden />
    <span>{WORDS[phase]}</span>
  </div>
);
