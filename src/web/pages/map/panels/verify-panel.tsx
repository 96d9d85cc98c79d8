import { Button, NativeSelect } from '@mantine/core';
import { IconArrowsMove, IconCheck, IconPlayerSkipForward } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import type { MapMarker } from '../../../../features/map/schemas.ts';
import { RegisterIcon } from '../../../parts/register-icon.tsx';
import { RelativeTime } from '../../../parts/time.tsx';
import { useFloorTools } from '../floor-tools.ts';
import { isDue, planWalk } from './review-round.ts';
import { verifyMarkers } from './verify-markers.ts';

interface VerifyPanelProps {
  shown: MapMarker[];
  days: number;
  onDays: (days: number) => void;
  selected: MapMarker | undefined;
}

const AGE_CHOICES = [
  { value: '0', label: 'Never verified' },
  { value: '30', label: 'Not verified for 30 days' },
  { value: '90', label: 'Not verified for 90 days' },
  { value: '365', label: 'Not verified for a year' },
];

/** Guides the user from pin to pin to confirm each position. */
export function VerifyPanel({ shown, days, onDays, selected }: VerifyPanelProps) {
  const { select, fly } = useFloorTools();
  const [skipped, setSkipped] = useState<number[]>([]);
  const due = useMemo(() => shown.filter((marker) => isDue(marker, days)), [shown, days]);
  const walk = useMemo(
    () =>
      planWalk(
        due.filter(({ assetid }) => !skipped.includes(assetid)),
        selected,
      ),
    [due, skipped, selected],
  );
  const current = walk.find((marker) => marker.assetid === selected?.assetid) ?? walk[0];
  const show = (marker: MapMarker) => {
    select(marker.assetid);
    fly({ x: marker.mapx, y: marker.mapy });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the view moves with the question and with nothing else
  useEffect(() => {
    if (current && current.assetid !== selected?.assetid) show(current);
  }, [current?.assetid]);
  const done = shown.length - due.length;
  return (
    <div className="mw-map-pad">
      <div className="mw-round" role="status">
        <strong>
          {done} of {shown.length} verified
        </strong>
        <span className="mw-bar-track">
          <span
            className="mw-bar-fill"
            style={{ width: `${shown.length ? (done / shown.length) * 100 : 0}%` }}
          />
        </span>
      </div>
      {current && (
        <Question
          marker={current}
          onYes={() => verifyMarkers([current])}
          onSkip={() => setSkipped([...skipped, current.assetid])}
        />
      )}
      {!current && (
        <p className="mw-muted">
          {skipped.length > 0 && due.length > 0
            ? `${due.length} skipped.`
            : 'All visible positions are verified.'}
        </p>
      )}
      {skipped.length > 0 && due.length > 0 && (
        <Button size="compact-sm" variant="default" onClick={() => setSkipped([])}>
          Show skipped
        </Button>
      )}
      <NativeSelect
        label="Positions to verify"
        data={AGE_CHOICES}
        value={String(days)}
        onChange={(event) => onDays(Number(event.currentTarget.value))}
      />
      <ul className="mw-map-rows" aria-label="To verify">
        {walk.slice(0, 100).map((marker) => (
          <li key={marker.assetid}>
            <button
              type="button"
              className="mw-plain mw-map-row"
              aria-current={marker === current || undefined}
              onClick={() => show(marker)}
            >
              <RegisterIcon name={marker.icon} />
              <span className="mw-hit-text">
                <span>{marker.assetnumber}</span>
                <small>
                  <RelativeTime at={marker.mapverifiedat} />
                </small>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Question({
  marker,
  onYes,
  onSkip,
}: {
  marker: MapMarker;
  onYes: () => Promise<void>;
  onSkip: () => void;
}) {
  const { aim, put } = useFloorTools();
  const [busy, setBusy] = useState(false);
  const confirmPosition = async () => {
    setBusy(true);
    await onYes();
    setBusy(false);
  };
  return (
    <section className="mw-map-card" aria-label="Next position">
      <strong>Is {marker.assetnumber} here?</strong>
      <span className="mw-muted">{[marker.name, marker.assettype].filter(Boolean).join(' · ')}</span>
      <div className="mw-map-buttons">
        <Button leftSection={<IconCheck size={16} />} loading={busy} onClick={confirmPosition}>
          Yes
        </Button>
        <Button
          variant="default"
          leftSection={<IconArrowsMove size={16} />}
          onClick={() =>
            aim({
              hint: `Click the position of ${marker.assetnumber}.`,
              answer: (place) => void put(marker, place),
            })
          }
        >
          Move
        </Button>
        <Button variant="default" leftSection={<IconPlayerSkipForward size={16} />} onClick={onSkip}>
          Skip
        </Button>
      </div>
    </section>
  );
}
