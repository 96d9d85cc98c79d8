import { useEffect } from 'react';
import type { MapBuilding, MapLevel } from '../../../features/map/schemas.ts';
import { AimBar } from './aim-bar.tsx';
import { FloorCanvas } from './floor-canvas.tsx';
import { FloorToolsContext } from './floor-tools.ts';
import { MapHeader } from './map-header.tsx';
import { NoDrawing } from './no-drawing.tsx';
import { FloorPanel } from './panels/floor-panel.tsx';
import { useDrawing } from './use-drawing.ts';
import { useFloor } from './use-floor.ts';

/** Shows one level with its pins, and the panel of the current task. */
export function FloorView({ buildings, levels }: { buildings: MapBuilding[]; levels: MapLevel[] }) {
  const floor = useFloor(levels);
  const { tools, address, change, level, aim } = floor;
  const drawing = useDrawing(level, floor.markers);
  useEscape(aim !== null, () => tools.aim(null));
  return (
    <FloorToolsContext.Provider value={tools}>
      <div className="mw-map-page">
        <MapHeader
          buildings={buildings}
          address={address}
          change={change}
          onLevel={floor.goTo}
          onFound={floor.goToMarker}
        />
        <div className="mw-map-body">
          <FloorCanvas
            key={level.levelid}
            label={`Floor plan of ${level.building}, ${level.level}`}
            drawing={drawing}
            pins={floor.pins}
            arrows={floor.arrows}
            candrag={tools.mayedit && address.panel === 'unplaced' && level.width !== null}
            hint={aim?.hint ?? null}
            target={floor.target}
            events={floor.events}
            onDropAsset={(asset, place) => void tools.put(asset, place)}
          >
            {aim && <AimBar aim={aim} onCancel={() => tools.aim(null)} />}
            {level.width === null && <NoDrawing level={level} isadmin={tools.isadmin} />}
          </FloorCanvas>
          <FloorPanel
            address={address}
            change={change}
            group={floor.group}
            shown={floor.shown}
            days={floor.days}
            onDays={floor.setDays}
          />
        </div>
      </div>
    </FloorToolsContext.Provider>
  );
}

function useEscape(isactive: boolean, act: () => void): void {
  useEffect(() => {
    if (!isactive) return;
    const listen = (event: KeyboardEvent) => event.key === 'Escape' && act();
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  });
}
