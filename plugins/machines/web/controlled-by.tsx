import { AppLink } from '../../../src/web/parts/app-link.tsx';
import type { FieldRenderer, PluginFieldValueProps } from '../../../src/web/plugin-parts.tsx';

/** Links the PC that controls a machine. */
function ControlledBy({ value, record, linked }: PluginFieldValueProps) {
  if (value === null || value === undefined) return <span className="mw-muted">–</span>;
  if (!linked) return String(value);
  return <AppLink to={`/assets/${record.controlledbyassetid}`}>{String(value)}</AppLink>;
}

export const controlledBy: FieldRenderer = { value: ControlledBy };
