import { relationshipLabel } from '../../../features/catalog/relationship-label.ts';
import type { FieldRenderer, PluginFieldValueProps } from '../../plugin-parts.tsx';

/** Shows the label of a built-in connection type, with the name that the API uses. */
function RelationshipType({ value }: PluginFieldValueProps) {
  const name = String(value ?? '');
  const label = relationshipLabel({ relationshiptype: name, direction: 'out', isdirectional: true });
  if (label === name) return name;
  return (
    <span>
      {label} <span className="mw-muted">{name}</span>
    </span>
  );
}

export const relationshipType: FieldRenderer = { value: RelationshipType };
