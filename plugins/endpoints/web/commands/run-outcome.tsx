import '../endpoint-styles.ts';
import { AppLink } from '../../../../src/web/parts/app-link.tsx';
import { Dialog } from '../../../../src/web/parts/dialog.tsx';
import { StateBadge } from '../../../../src/web/parts/state-badge.tsx';
import type { Action } from '../../actions.ts';
import { pcPath } from '../../pc-path.ts';
import { CloseButton } from '../close-button.tsx';
import { actionTitle, formatPcCount as countOf, type Pc, pcNameOf } from '../labels.ts';

export interface RunResult {
  queued: { assetid: number; commandid: number }[];
  refused: { assetid: number; code: string; message: string }[];
  /** Number of queued commands for PCs whose agent never checked in. */
  unheard: number;
}

interface RunOutcomeProps {
  outcome: RunResult;
  action: Action;
  pcs: readonly Pc[];
  onClose: () => void;
}

/** Shows how many PCs got the command, and the reason for each other PC. */
export function RunOutcome({ outcome: { queued, refused, unheard }, action, pcs, onClose }: RunOutcomeProps) {
  const pcsById = new Map(pcs.map((pc) => [pc.assetid, pc]));
  return (
    <Dialog onClose={onClose} title={actionTitle(action)} size={560}>
      <div className="mw-stack">
        {queued.length > 0 && <StateBadge word="queued" label={`Queued for ${countOf(queued.length)}.`} />}
        {refused.length > 0 && (
          <section className="mw-stack" style={{ gap: 8 }} aria-label="Rejected">
            <StateBadge word="rejected" label={`Rejected for ${countOf(refused.length)}:`} />
            <ul className="mw-refused">
              {refused.map(({ assetid, message }) => (
                <li key={assetid}>
                  <AppLink to={pcPath(assetid)}>
                    {pcNameOf(pcsById.get(assetid) ?? { assetid, hostname: null })}
                  </AppLink>
                  <span className="mw-muted">{message}</span>
                </li>
              ))}
            </ul>
          </section>
        )}
        {queued.length + refused.length === 0 && <p>No PC matches, so nothing was queued.</p>}
        {queued.length > 0 && (
          <p className="mw-muted mw-through">
            {queued.length > unheard &&
              'Online PCs fetch the command within seconds, offline PCs when they are back. '}
            {unheard > 0 && `${withoutAgent(unheard)}: the command waits until it expires. `}
            See the results under <AppLink to={`/endpoints/commands?action=${action}`}>Commands</AppLink>.
          </p>
        )}
        <CloseButton onClose={onClose} />
      </div>
    </Dialog>
  );
}

const withoutAgent = (count: number) =>
  `${countOf(count)} ${count === 1 ? 'has' : 'have'} not checked in yet`;
