import { Loader } from '@mantine/core';
import type { RestorePhase } from '../api/follow-restore.ts';

const WORDS: Record<RestorePhase, string> = {
  rehearsing: 'The backup is tried out on a copy. Nothing has changed yet, and everybody goes on working.',
  replacing: 'The data of the backup take their place now, and everybody is signed out.',
  away: 'The appliance is coming back with the data of the backup. This page leads to the sign-in then.',
};

/** Shows the phase of a restore. */
export const RestoreProgress = ({ phase }: { phase: RestorePhase }) => (
  <div className="mw-state" role="status">
    <Loader size={20} aria-hidden />
    <span>{WORDS[phase]}</span>
  </div>
);
