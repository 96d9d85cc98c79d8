import { Button, Checkbox } from '@mantine/core';
import { RegisterIcon } from '../../../parts/register-icon.tsx';
import { StateBadge } from '../../../parts/state-badge.tsx';
import { useFloorTools } from '../floor-tools.ts';
import type { MapAddress } from '../map-address.ts';

interface Layer {
  id: number;
  name: string;
  icon: string | null;
  count: number;
}

function gather<T>(items: T[], describe: (item: T) => Omit<Layer, 'count'>): Layer[] {
  const layers = new Map<number, Layer>();
  for (const item of items) {
    const layer = describe(item);
    const count = (layers.get(layer.id)?.count ?? 0) + 1;
    layers.set(layer.id, { ...layer, count });
  }
  return [...layers.values()].sort((a, b) => b.count - a.count || a.name.localeCompare(b.name));
}

const toggle = (ids: number[], id: number): number[] =>
  ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id];

/** Lets the user choose the visible asset types and statuses. The list is also the legend. */
export function LayersPanel({
  address,
  change,
}: {
  address: MapAddress;
  change: (patch: Partial<MapAddress>) => void;
}) {
  const { markers } = useFloorTools();
  const types = gather(markers, ({ assettypeid: id, assettype: name, icon }) => ({ id, name, icon }));
  const statuses = gather(markers, ({ statusid: id, status: name }) => ({ id, name, icon: null }));
  const { hiddentypes, hiddenstatuses } = address;
  if (markers.length === 0) return <p className="mw-muted mw-map-pad">No assets on this level yet.</p>;
  return (
    <div className="mw-map-pad mw-map-layers">
      <h3>Types</h3>
      {types.map((layer) => (
        <Checkbox
          key={layer.id}
          checked={!hiddentypes.includes(layer.id)}
          onChange={() => change({ hiddentypes: toggle(hiddentypes, layer.id) })}
          label={
            <span className="mw-layer">
              <span className="mw-state">
                <RegisterIcon name={layer.icon} size={16} /> {layer.name}
              </span>
              <span className="mw-muted">{layer.count}</span>
            </span>
          }
        />
      ))}
      <h3>Statuses</h3>
      {statuses.map((layer) => (
        <Checkbox
          key={layer.id}
          checked={!hiddenstatuses.includes(layer.id)}
          onChange={() => change({ hiddenstatuses: toggle(hiddenstatuses, layer.id) })}
          label={
            <span className="mw-layer">
              <StateBadge word={layer.name} />
              <span className="mw-muted">{layer.count}</span>
            </span>
          }
        />
      ))}
      {hiddentypes.length + hiddenstatuses.length > 0 && (
        <Button variant="default" onClick={() => change({ hiddentypes: [], hiddenstatuses: [] })}>
          Show all
        </Button>
      )}
    </div>
  );
}
