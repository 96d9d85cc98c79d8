/** Keys of a scope, with the register that suggests their values. */
export const SCOPE_KEYS = [
  { key: 'hostname', title: 'Host name', path: '/endpoints', label: 'hostname' },
  { key: 'assettype', title: 'Asset type', path: '/assets/types', label: 'assettype' },
  { key: 'computertype', title: 'Computer type', path: '/computers/types', label: 'computertype' },
  { key: 'location', title: 'Location', path: '/locations', label: 'location' },
  { key: 'businessunit', title: 'Business unit', path: '/businessunits', label: 'businessunit' },
] as const;

export type ScopeKey = (typeof SCOPE_KEYS)[number];
export type ScopeShape = Record<string, unknown>;

const isScope = (value: unknown): value is ScopeShape =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the values of a key as a list; empty without any. */
export function scopeValuesOf(scope: unknown, key: string): string[] {
  const wanted = isScope(scope) ? scope[key] : undefined;
  return wanted === undefined || wanted === null ? [] : [wanted].flat().map(String);
}

/**
 * Returns the scope with other values of a key. A key without values is removed. A scope without keys becomes
 * null, which matches every PC.
 */
export function withScopeValues(scope: unknown, key: string, values: string[]): ScopeShape | null {
  const { [key]: _before, ...others } = isScope(scope) ? scope : {};
  const next = values.length > 0 ? { ...others, [key]: values } : others;
  return Object.keys(next).length > 0 ? next : null;
}

/**
 * Returns in words which PCs a scope selects, or an empty text when it has no values. Ignores unknown keys.
 */
export const scopeText = (scope: unknown): string =>
  SCOPE_KEYS.flatMap(({ key, title }) => {
    const wanted = scopeValuesOf(scope, key);
    return wanted.length > 0 ? [`${title.toLowerCase()} is ${wanted.join(' or ')}`] : [];
  }).join(', ');
