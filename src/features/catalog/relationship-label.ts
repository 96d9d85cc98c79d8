/** Labels of the built-in types, as seen from the source and from the target. */
const WORDS: Record<string, [string, string]> = {
  controls: ['Controls', 'Controlled by'],
  partof: ['Part of', 'Contains'],
  connectedto: ['Connected to', 'Connected to'],
  dualpath: ['Dual path with', 'Dual path with'],
  defaultprinter: ['Default printer', 'Default printer of'],
  usesprinter: ['Uses printer', 'Printer of'],
};

/** The facts about a relationship and the asset from which it is seen. */
interface LabeledRelationship {
  relationshiptype: string;
  direction: 'in' | 'out';
  isdirectional: boolean;
}

/**
 * Returns the label of a relationship as seen from its source (`out`) or target. A custom type has its own
 * name, with `(from)` at the target of a directional one.
 */
export function relationshipLabel(row: LabeledRelationship): string {
  const words = WORDS[row.relationshiptype];
  if (words) return words[row.direction === 'out' ? 0 : 1];
  return row.direction === 'out' || !row.isdirectional
    ? row.relationshiptype
    : `${row.relationshiptype} (from)`;
}
