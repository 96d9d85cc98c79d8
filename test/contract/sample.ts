import { type Field, isUnique } from '../../src/kit/resource/fields.ts';
import { isKitMade, type Register } from '../../src/kit/resource/register.ts';
import { allFieldsOf } from '../../src/kit/resource/registers.ts';
import type { Site } from '../support/site.ts';

type Body = Record<string, unknown>;

/** Values that satisfy checks of a register beyond the kind of the field, by `register.field`. */
const SPECIAL: Record<string, (n: number) => unknown> = {
  'dashboarddefaults.ipaddress': (n) => `10.0.${n >> 8}.${n & 255}`,
  'dashboarddefaults.fqdn': (n) => `display-${n}.plant.example`,
  // Asset types of plugins that may be missing. Their IDs have no foreign key.
  'enforcescopes.computertypeid': () => null,
  'enforcescopes.measuringtooltypeid': () => null,
  'networkdevices.macaddress': (n) =>
    `02:00:00:00:${[n >> 8, n].map((byte) => (byte & 255).toString(16).padStart(2, '0')).join(':')}`,
  'subnets.cidr': (n) => `10.${(n >> 8) & 255}.${n & 255}.0/24`,
};

let made = 0;

/** Returns the registers whose list is served. */
export function listServedRegisters(site: Site): Register[] {
  const paths = new Set(site.app.routes.map((route) => `${route.method} ${route.path}`));
  return site.app.host.registers
    .all()
    .filter((register) => !register.unlisted && paths.has(`GET /api${register.path}`));
}

export const isCreatable = (register: Register): boolean => isKitMade(register, 'create');

export const writableFieldsOf = (site: Site, register: Register): [string, Field][] =>
  Object.entries(allFieldsOf(site.app.host.registers, register)).filter(
    ([, field]) => field.writable !== 'never',
  );

interface SampleField {
  kind: string;
  options?: readonly { value: string }[];
}

/** Returns a valid value of a filter. */
export function filterValue({ kind, options }: SampleField): string {
  if (kind === 'ref' || kind === 'number') return '1';
  if (kind === 'boolean') return 'true';
  return kind === 'date' ? '2026-06-01' : (options?.[0]?.value ?? 'nothing');
}

/**
 * Returns a body that creates a record: its required fields, and references if there are records to refer to.
 */
export function sampleBody(site: Site, register: Register): Body {
  const n = ++made;
  const body: Body = {};
  for (const [name, field] of writableFieldsOf(site, register)) {
    const special = SPECIAL[`${register.name}.${name}`];
    if (special) body[name] = special(n);
    else if (field.required || isUnique(field)) body[name] = sampleValue(site, name, field, n);
    else if (field.ref && field.ref.register !== register.name) body[name] = someId(site, field) ?? null;
  }
  return body;
}

/** Returns a valid value for a field of this kind. Undefined when there is no record to refer to. */
export function sampleValue(site: Site, name: string, field: Field, n: number): unknown {
  switch (field.kind) {
    case 'ref':
      return someId(site, field);
    case 'integer':
    case 'number':
      return Math.max(field.min ?? 0, Math.min(field.max ?? n, n));
    case 'boolean':
      return false;
    case 'date':
      return '2026-01-31';
    case 'instant':
      return '2026-01-31T13:05:09.123Z';
    case 'select':
      return Object.keys(field.options ?? {})[0];
    case 'secret':
    case 'url':
      return `https://example.com/${n}`;
    case 'email':
      return `name${n}@example.com`;
    case 'json':
      return field.place === 'column' && field.texts ? [`choice ${n}`] : [];
    default:
      return `${name} ${n}`;
  }
}

function someId(site: Site, field: Field): number | undefined {
  const { table, id } = site.app.host.registers.get(field.ref!.register);
  return site.app.host.db.read((reader) => reader.value<number>(`SELECT min(${id}) FROM ${table}`));
}

/** Returns values that a field of this kind must reject, each with the reason. */
export function buildWrongValues(field: Field): [why: string, value: unknown][] {
  const type: [string, unknown] = ['wrong type', WRONG_TYPE[field.kind] ?? 12_345];
  if (field.schema) return [['wrong type', [-0.5]]];
  if (field.kind === 'json') return [];
  if (field.kind === 'text' || field.kind === 'longtext') {
    const longest = field.max ?? (field.kind === 'text' ? 255 : 65_536);
    return [type, ['too long', 'x'.repeat(longest + 1)], ['NUL', 'a\u0000b'], ['escape', 'a\u001bb']];
  }
  if (field.kind === 'ref') return [type, ['fraction', 1.5], ['negative', -1], ['zero', 0]];
  if (field.kind === 'url') return [type, ['a script', 'javascript:alert(1)'], ['NUL', 'http://a\u0000b']];
  return [type];
}

const WRONG_TYPE: Partial<Record<Field['kind'], unknown>> = {
  integer: '12',
  number: 'twelve',
  ref: '1',
  boolean: 'yes',
  date: '31.01.2026',
  instant: 'yesterday',
  email: 'nobody',
  select: 'nonsense',
};
