import { Button } from '@mantine/core';
import { IconArrowsSplit2, IconCopyCheck } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { Collision } from '../../../features/catalog/collision-routes.ts';
import { ErrorView } from '../../parts/error-view.tsx';
import { SkeletonRows } from '../../parts/skeletons.tsx';
import { RelativeTime } from '../../parts/time.tsx';
import { ComparedRecords } from './compared-records.tsx';
import { MergePreview } from './merge-preview.tsx';
import { useCollisionSide } from './use-collision-side.ts';

interface CollisionCardProps {
  collision: Collision;
  /** Stores the decision of the user. Absent for users who may only read. */
  decide?: (same: boolean) => Promise<void>;
}

/** Shows one pair of records: the reason, the values of both, and the buttons for the decision. */
export function CollisionCard({ collision, decide }: CollisionCardProps) {
  const { reason, createddate, assets } = collision;
  const heading = useId();
  const [older, newer] = [assets[0]!, assets[1]!];
  const sides = [useCollisionSide(older.assetid), useCollisionSide(newer.assetid)] as const;
  const failed = sides.find(({ error }) => error !== null);
  const [left, right] = sides.map(({ data }) => data);
  return (
    <section className="mw-card" aria-labelledby={heading}>
      <header>
        <h2 id={heading}>
          {older.assetnumber} and {newer.assetnumber}
        </h2>
        <span className="mw-muted">
          Found <RelativeTime at={createddate} />
        </span>
      </header>
      <p className="mw-card-pad">{reason}</p>
      {failed && <ErrorView error={failed.error} retry={failed.refetch} />}
      {left && right ? (
        <ComparedRecords label={`${older.assetnumber} and ${newer.assetnumber}`} older={left} newer={right} />
      ) : (
        !failed && <SkeletonRows rows={6} />
      )}
      {decide && (
        <Answers
          collisionid={collision.collisionid}
          older={older.assetnumber}
          newer={newer.assetnumber}
          decide={decide}
        />
      )}
    </section>
  );
}

interface AnswersProps {
  collisionid: number;
  older: string;
  newer: string;
  decide: (same: boolean) => Promise<void>;
}

function Answers({ collisionid, older, newer, decide }: AnswersProps) {
  const [busy, setBusy] = useState<boolean | null>(null);
  const answer = async (same: boolean) => {
    setBusy(same);
    await decide(same);
    setBusy(null);
  };
  return (
    <footer className="mw-answers">
      <div>
        <Button
          leftSection={<IconCopyCheck size={16} aria-hidden />}
          aria-label={`Same: ${older} and ${newer}`}
          loading={busy === true}
          disabled={busy === false}
          onClick={() => void answer(true)}
        >
          Same
        </Button>
        <span className="mw-muted">
          {older} stays and takes over all data of {newer}, which becomes inactive.{' '}
          <MergePreview collisionid={collisionid} label={`Preview: ${older} and ${newer}`} />
        </span>
      </div>
      <div>
        <Button
          variant="default"
          leftSection={<IconArrowsSplit2 size={16} aria-hidden />}
          aria-label={`Different: ${older} and ${newer}`}
          loading={busy === false}
          disabled={busy === true}
          onClick={() => void answer(false)}
        >
          Different
        </Button>
        <span className="mw-muted">Both stay. This pair is not listed again.</span>
      </div>
    </footer>
  );
}
