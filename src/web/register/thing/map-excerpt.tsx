import { useComputedColorScheme } from '@mantine/core';
import { IconMapPinFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { RegisterRecord } from '../../api/types.ts';
import { levelsQuery } from '../../pages/map/map-queries.ts';
import { selectDrawing } from '../../pages/map/select-drawing.ts';
import { AppLink } from '../../parts/app-link.tsx';
import { isPlaced } from './asset-actions.tsx';

/** Width of the visible part, as a share of the drawing's longer side. */
const VISIBLE_SHARE = 0.35;

/**
 * Shows the part of the drawing around the asset's pin, with a link to the map; nothing without a pin or
 * drawing.
 */
export function MapExcerpt({ record }: { record: RegisterRecord }) {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const { data: buildings = [] } = useQuery({ ...levelsQuery, enabled: isPlaced(record) });
  if (!isPlaced(record)) return null;
  const building = buildings.find(({ levels }) => levels.some(({ levelid }) => levelid === record.levelid));
  const level = building?.levels.find(({ levelid }) => levelid === record.levelid);
  if (!level?.width || !level.height) return null;
  const { url, shade } = selectDrawing(level, scheme);
  if (!url) return null;
  const zoom = level.width / (Math.max(level.width, level.height) * VISIBLE_SHARE);
  const at = { x: Number(record.mapx) / level.width, y: Number(record.mapy) / level.height };
  return (
    <section className="mw-card">
      <header>
        <h2>Floor plan</h2>
        <span className="mw-muted">
          {building!.building}, {level.level}
        </span>
      </header>
      <AppLink
        to={`/map?level=${level.levelid}&asset=${record.assetid}`}
        className="mw-map-piece"
        aria-label={`Show on floor plan: ${building!.building}, ${level.level}`}
      >
        <img
          src={url}
          alt=""
          data-shade={shade}
          style={{
            width: `${zoom * 100}%`,
            transform: `translate(${-at.x * 100}%, ${-at.y * 100}%)`,
          }}
        />
        <IconMapPinFilled size={28} aria-hidden />
      </AppLink>
    </section>
  );
}
