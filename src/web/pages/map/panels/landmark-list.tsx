import { ActionIcon } from '@mantine/core';
import { IconArrowRight, IconTrash } from '@tabler/icons-react';
import type { Landmark } from '../../../../features/map/schemas.ts';

interface LandmarkListProps {
  landmarks: Landmark[];
  residuals: { dx: number; dy: number }[] | undefined;
  onRemove: (index: number) => void;
}

const point = (x: number, y: number): string => `${Math.round(x)}, ${Math.round(y)}`;

/** Shows the pairs of landmarks with the error of the transform for each. */
export function LandmarkList({ landmarks, residuals, onRemove }: LandmarkListProps) {
  if (landmarks.length === 0) return null;
  return (
    <ol className="mw-map-rows" aria-label="Landmarks">
      {landmarks.map((landmark, index) => {
        const miss = residuals?.[index];
        return (
          <li key={Object.values(landmark).join()} className="mw-map-row">
            <span className="mw-hit-text">
              <span className="mw-mono">
                {point(landmark.fromx, landmark.fromy)}{' '}
                <IconArrowRight size={12} aria-label="to" role="img" /> {point(landmark.tox, landmark.toy)}
              </span>
              {miss && <small>error {Math.hypot(miss.dx, miss.dy).toFixed(1)} px</small>}
            </span>
            <ActionIcon aria-label={`Remove landmark ${index + 1}`} onClick={() => onRemove(index)}>
              <IconTrash size={16} />
            </ActionIcon>
          </li>
        );
      })}
    </ol>
  );
}
