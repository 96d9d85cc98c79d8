import { AppLink } from '../../../src/web/parts/app-link.tsx';
import type { Effective } from '../assignments/routes.ts';

/** Why something has a printer: by itself, or through the machine that it controls. */
export function Why({ inheritedvia, own }: { inheritedvia: Effective['inheritedvia']; own: string }) {
  if (inheritedvia === null) return <>{own}</>;
  const { assetid, assetnumber, name } = inheritedvia;
  return (
    <span className="mw-through">
      Through <AppLink to={`/assets/${assetid}`}>{name ? `${name} (${assetnumber})` : assetnumber}</AppLink>,
      which it controls
    </span>
  );
}
