import { AppLink } from '../../../src/web/parts/app-link.tsx';
import type { EffectivePrinter } from '../assignments/routes.ts';

/** Shows why an asset has a printer: directly, or through a machine that the asset controls. */
export function PrinterSource({
  inheritedvia,
  own,
}: {
  inheritedvia: EffectivePrinter['inheritedvia'];
  own: string;
}) {
  if (inheritedvia === null) return <>{own}</>;
  const { assetid, assetnumber, name } = inheritedvia;
  return (
    <span className="mw-through">
      Through <AppLink to={`/assets/${assetid}`}>{name ? `${name} (${assetnumber})` : assetnumber}</AppLink>,
      which it controls
    </span>
  );
}
