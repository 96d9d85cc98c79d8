import type { Rotation } from './use-rotation.ts';

/** Shows the current slide over the previous one. */
export function DisplayStage({ rotation: { previous, shown } }: { rotation: Rotation }) {
  const layers = [previous, shown].filter((one) => one !== undefined);
  return (
    <div className="mw-display-stage">
      {layers.map((one) => (
        <div key={one.url} className="mw-display-slide" data-on={one === shown || undefined}>
          <img src={one.address} alt={one.name} draggable={false} />
        </div>
      ))}
    </div>
  );
}
