import type { ReactNode } from 'react';
import { AppLink } from '../../../../src/web/parts/app-link.tsx';
import { Dialog } from '../../../../src/web/parts/dialog.tsx';
import { StateBadge } from '../../../../src/web/parts/state-badge.tsx';
import type { Blocker, WaveResult } from '../../migration/schemas.ts';
import { pcPath } from '../../pc-path.ts';
import { CloseButton } from '../close-button.tsx';
import { formatPcCount, pcNameOf } from '../labels.ts';
import { BLOCKER_DETAILS, BLOCKER_NAMES } from './blockers.ts';
import type { Readiness } from './readiness-query.ts';

interface WaveOutcomeProps {
  waved: WaveResult;
  /** The PCs of the wave if they were selected. Without them, skipped PCs are only counted. */
  named: readonly Readiness[];
  onClose: () => void;
}

/** Shows the number of queued PCs, and the reason for each skipped one. */
export function WaveOutcome({ waved: { queued, retried, skipped }, named, onClose }: WaveOutcomeProps) {
  const isNone = queued.length + retried.length === 0;
  return (
    <Dialog onClose={onClose} title="Upgrade agents" size={560}>
      <div className="mw-stack">
        {queued.length > 0 && (
          <StateBadge word="queued" label={`Queued for ${formatPcCount(queued.length)}.`} />
        )}
        {retried.length > 0 && (
          <StateBadge
            word="warning"
            label={`Tried for ${formatPcCount(retried.length)} with uncertain trust in this appliance.`}
          />
        )}
        {isNone && <p>Nothing was queued.</p>}
        {skipped.length > 0 && (
          <section className="mw-stack" style={{ gap: 8 }} aria-label="Skipped">
            <StateBadge word="rejected" label={`Skipped:  ${formatPcCount(skipped.length)}.`} />
            <ul className="mw-refused">
              {named.length > 0 ? (
                <ByName skipped={skipped} named={named} />
              ) : (
                <ByReason skipped={skipped} onFollow={onClose} />
              )}
            </ul>
          </section>
        )}
        {!isNone && (
          <p className="mw-muted mw-through">
            PCs get the upgrade at their next check-in, usually within seconds. See the results under{' '}
            <AppLink to="/endpoints/commands?action=run_script">Commands</AppLink>.
          </p>
        )}
        <CloseButton onClose={onClose} />
      </div>
    </Dialog>
  );
}

type SkippedPcs = WaveResult['skipped'];

function ByName({ skipped, named }: { skipped: SkippedPcs; named: readonly Readiness[] }) {
  const pcsById = new Map(named.map((pc) => [pc.assetid, pc]));
  return skipped.map(({ assetid, blockers }) => (
    <Reason
      key={assetid}
      title={
        <AppLink to={pcPath(assetid)}>
          {pcNameOf(pcsById.get(assetid) ?? { assetid, hostname: null })}
        </AppLink>
      }
      blockers={blockers}
    />
  ));
}

/** Counts each PC once, under its first blocker. */
function ByReason({ skipped, onFollow }: { skipped: SkippedPcs; onFollow: () => void }) {
  const count = (blocker: Blocker) => skipped.filter(({ blockers }) => blockers[0] === blocker).length;
  return BLOCKER_NAMES.filter((blocker) => count(blocker) > 0).map((blocker) => (
    <Reason
      key={blocker}
      title={
        <AppLink to={`/endpoints/migration?state=${blocker}`} onClick={onFollow}>
          {formatPcCount(count(blocker))}
        </AppLink>
      }
      blockers={[blocker]}
    />
  ));
}

const Reason = ({ title, blockers }: { title: ReactNode; blockers: readonly Blocker[] }) => (
  <li>
    <span>
      {title} <strong>{blockers.map((blocker) => BLOCKER_DETAILS[blocker].label).join(', ')}</strong>
    </span>
    {blockers[0] && <span className="mw-muted">{BLOCKER_DETAILS[blockers[0]].description}</span>}
  </li>
);
