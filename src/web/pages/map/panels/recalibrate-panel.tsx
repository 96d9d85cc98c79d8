import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { Landmark, Recalibration } from '../../../../features/map/schemas.ts';
import { errorMessage } from '../../../api/api-error.ts';
import { request } from '../../../api/client.ts';
import { ConfirmModal } from '../../../parts/confirm-modal.tsx';
import { Failure } from '../../../parts/failure.tsx';
import type { Arrow } from '../arrow-layer.ts';
import { useFloorTools } from '../floor-tools.ts';
import { refreshMap } from '../map-queries.ts';
import { toastUndo } from '../undo-toast.ts';
import { CalibrationPreview } from './calibration-preview.tsx';
import { LandmarkList } from './landmark-list.tsx';

const MIN_POINTS = 2;
const PREVIEWED = 400;

/**
 * Shows the panel that moves all positions of a level after a change of its drawing, by pairs of current and
 * correct positions.
 */
export function RecalibratePanel() {
  const { level, markers, aim, setArrows, closePanel } = useFloorTools();
  const [landmarks, setLandmarks] = useState<Landmark[]>([]);
  const [preview, setPreview] = useState<Recalibration | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [confirming, setConfirming] = useState(false);
  const change = (next: Landmark[]) => {
    setLandmarks(next);
    setPreview(null);
    setFailure(null);
  };
  useEffect(() => setArrows(arrowsOf(landmarks, preview)), [landmarks, preview, setArrows]);
  useEffect(() => () => setArrows([]), [setArrows]);

  const add = () =>
    aim({
      hint: 'Click a pin or its current position.',
      answer: (from) =>
        aim({
          hint: 'Now click its correct position on this floor plan.',
          answer: (to) => change([...landmarks, { fromx: from.x, fromy: from.y, tox: to.x, toy: to.y }]),
        }),
    });
  const ask = (dryrun: boolean) =>
    request<Recalibration>('POST', '/mappositions/recalibrate', {
      body: { levelid: level.levelid, landmarks, dryrun },
    });
  const look = async () => {
    setFailure(null);
    try {
      setPreview((await ask(true)).data);
    } catch (error) {
      setFailure(errorMessage(error));
    }
  };
  const apply = async () => {
    const { data, auditid } = await ask(false);
    await refreshMap();
    toastUndo(`${data.positions.length} positions recalibrated.`, {
      auditid,
      otherwise: () => request('POST', `/mappositions/snapshots/${data.snapshotid}/restore`),
    });
    closePanel();
  };
  return (
    <div className="mw-map-pad">
      <p className="mw-muted">
        Moves all pins after a change of the floor plan. Set {MIN_POINTS} or more landmarks, each with its
        current and its correct position. Choose them far apart. With three or more, the errors show how well
        they agree.
      </p>
      <LandmarkList
        landmarks={landmarks}
        residuals={preview?.residuals}
        onRemove={(index) => change(landmarks.filter((_, at) => at !== index))}
      />
      <div className="mw-map-buttons">
        <Button variant="default" leftSection={<IconPlus size={16} />} onClick={add}>
          Add landmark
        </Button>
        <Button
          variant={preview ? 'default' : 'filled'}
          disabled={landmarks.length < MIN_POINTS}
          onClick={look}
        >
          Preview
        </Button>
      </div>
      <Failure>{failure}</Failure>
      {preview && <CalibrationPreview preview={preview} level={level} onApply={() => setConfirming(true)} />}
      <ConfirmModal
        opened={confirming}
        onClose={() => setConfirming(false)}
        title={`Recalibrate ${level.level}`}
        action="Recalibrate"
        onConfirm={apply}
      >
        {markers.length} pins on {level.level} move and must be verified again. A snapshot is saved first, so
        that you can undo this.
      </ConfirmModal>
    </div>
  );
}

function arrowsOf(landmarks: Landmark[], preview: Recalibration | null): Arrow[] {
  const moves = (preview?.positions ?? []).slice(0, PREVIEWED).map(
    ({ mapx, mapy, newmapx, newmapy, isoutside }): Arrow => ({
      fromx: mapx,
      fromy: mapy,
      tox: newmapx,
      toy: newmapy,
      kind: isoutside ? 'outside' : 'preview',
    }),
  );
  return [...moves, ...landmarks.map((landmark): Arrow => ({ ...landmark, kind: 'landmark' }))];
}
