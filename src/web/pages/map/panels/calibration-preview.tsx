import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { MapLevel, Recalibration } from '../../../../features/map/schemas.ts';

/** Share of the drawing's diagonal above which the user probably misplaced a landmark. */
const SUSPICIOUS = 0.005;

const percent = (value: number): string => `${(value * 100).toFixed(1)} %`;
const pixels = (value: number): string => `${value > 0 ? '+' : ''}${value.toFixed(1)} px`;

/** Shows the effect of a recalibration, and how well the landmarks agree. */
export function CalibrationPreview({
  preview,
  level,
  onApply,
}: {
  preview: Recalibration;
  level: MapLevel;
  onApply: () => void;
}) {
  const { transform, residuals, positions } = preview;
  const misses = residuals.map(({ dx, dy }) => Math.hypot(dx, dy));
  const worst = Math.max(...misses);
  const outside = positions.filter((position) => position.isoutside).length;
  const isoff = worst > Math.hypot(level.width ?? 0, level.height ?? 0) * SUSPICIOUS;
  return (
    <section className="mw-map-card" aria-label="Preview">
      <strong>{positions.length} pins will move</strong>
      <dl className="mw-map-list">
        <dt>Horizontal</dt>
        <dd>
          scaled to {percent(transform.ax)}, moved {pixels(transform.bx)}
        </dd>
        <dt>Vertical</dt>
        <dd>
          scaled to {percent(transform.ay)}, moved {pixels(transform.by)}
        </dd>
        <dt>Largest error</dt>
        <dd>{worst.toFixed(1)} px</dd>
      </dl>
      {isoff && (
        <Alert color="yellow" icon={<IconAlertTriangle size={18} />}>
          Landmark {misses.indexOf(worst) + 1} does not agree with the others. Check it before you apply.
        </Alert>
      )}
      {outside > 0 && (
        <Alert color="yellow" icon={<IconAlertTriangle size={18} />}>
          {outside} pins will be outside the floor plan.
        </Alert>
      )}
      <Button onClick={onApply} disabled={positions.length === 0}>
        Apply
      </Button>
    </section>
  );
}
