import '../endpoint-styles.ts';
import { Alert } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { absoluteTime } from '../../../../src/web/parts/time.tsx';
import { CommandList } from '../commands/command-list.tsx';
import { ActivityCard } from './activity-card.tsx';
import { BehindCard } from './behind-card.tsx';
import { HealthCard } from './health-card.tsx';
import type { Status } from './pc-queries.ts';
import { PolicyCard, StatusCard } from './status-cards.tsx';

/** Shows the full state of a PC's agent. */
export function PcPanel({ status }: { status: Status }) {
  const { assetid, lock } = status;
  return (
    <div className="mw-pc">
      {lock && (
        <Alert color="yellow" icon={<IconLock size={18} />}>
          {lock.lockedby} locked this PC
          {lock.expiresat ? ` until ${absoluteTime(lock.expiresat)}` : ' until it is unlocked'}
          {lock.reason && `: ${lock.reason}`}
        </Alert>
      )}
      <div className="mw-pc-top">
        <StatusCard status={status} />
        <BehindCard assetid={assetid} />
        <HealthCard assetid={assetid} />
        <PolicyCard status={status} />
      </div>
      <CommandList assetid={assetid} />
      <ActivityCard assetid={assetid} />
    </div>
  );
}
