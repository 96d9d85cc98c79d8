/** What a scope may ask of a PC, and where the names of it are found that are offered. */
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

/** What a key asks for, one value or several. */
export function scopeValuesOf(scope: unknown, key: string): string[] {
  const wanted = isScope(scope) ? scope[key] : undefined;
  return wanted === undefined || wanted === null ? [] : [wanted].flat().map(String);
}

/** The scope with other values of a key; a key without any asks for nothing, and a scope without keys means every PC. */
export function withScopeValues(scope: unknown, key: string, values: string[]): ScopeShape | null {
  const { [key]: _before, ...others } = isScope(scope) ? scope : {};
  const next = values.length > 0 ? { ...others, [key]: values } : others;
  return Object.keys(next).length > 0 ? next : null;
}

/** The scope in words; empty for every PC. */
export const scopeText = (scope: unknown): string =>
  SCOPE_KEYS.flatMap(({ key, title }) => {
    const wanted = scopeValuesOf(scope, key);
    return wanted.length > 0 ? [`${title.toLowerCase()} is ${wanted.join(' or ')}`] : [];
  }).join(', ');
