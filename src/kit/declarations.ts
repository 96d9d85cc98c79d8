import { checkDueSources } from './check-due-sources.ts';
import type { SiteReport } from './contributions.ts';
import { errorMessageOf } from './error-message.ts';
import type { Host } from './host.ts';
import { permissionsOf } from './http/access.ts';
import { refuseSecrets } from './resource/columns.ts';
import type { Ledger } from './resource/ledger.ts';
import { placeFieldsOf } from './resource/place-filter.ts';
import type { Register } from './resource/register.ts';
import { allFieldsOf } from './resource/registers.ts';
import { createFilterParams, schemaNameOf } from './resource/schemas.ts';

/**
 * Checks the declarations before anything is served. It finds what the compiler cannot detect: unknown names,
 * duplicate keys, and SQL that the tables do not support. Throws an Error that names the declaration.
 */
export function checkDeclarations(host: Host): void {
  const granted = new Set(
    host.contributions.permissions.flatMap(({ permissions }) => permissions.map(({ name }) => name)),
  );
  refuseSharedPermission(host);
  for (const register of host.registers.all()) {
    withContext(`The register ${register.name}`, () => checkRegister(host, register, granted));
    for (const ledger of host.registers.ledgersOf(register))
      withContext(`The ledger ${ledger.name}`, () => {
        checkSql(host, ledger.register);
        refuseVanishing(host, ledger);
      });
  }
  const twin = firstTwin(host.registers.listAll().map(schemaNameOf));
  if (twin) throw new Error(`Two registers or ledgers have the name ${twin} in the document. Rename one.`);
  const reports = host.contributions.reports(host);
  for (const report of reports) withContext(`The report ${report.key}`, () => checkReport(host, report));
  checkKeys('report', reports, granted);
  const reminders = host.contributions.reminders(host);
  checkKeys('reminder', reminders, granted);
  for (const { key, href } of reminders)
    withContext(`The reminder ${key}`, () => {
      if (!/^[a-z]{3,40}$/.test(key)) throw new Error('its key must have 3 to 40 lower-case letters.');
      refuseLostFilter(host, href);
    });
  checkDueSources(host);
  const rules = host.contributions.attention(host);
  checkKeys('attention rule', rules, granted);
  for (const { key, href } of rules)
    withContext(`The attention rule ${key}`, () =>
      refuseLostFilter(host, href(host.db.read(({ today }) => today))),
    );
}

/** Throws when two features declare the same permission. A grant of one would be a grant of the other. */
function refuseSharedPermission({ contributions }: Host): void {
  const all = contributions.permissions.flatMap(({ category, permissions }) =>
    permissions.map(({ name }) => ({ name, category })),
  );
  const twin = all.find(({ name }, index) => all.findIndex((one) => one.name === name) < index);
  if (!twin) return;
  const { category } = all.find(({ name }) => name === twin.name)!;
  throw new Error(
    `The permission ${twin.name} is declared by ${category} and by ${twin.category}. Rename one, or use foreignPermission.`,
  );
}

/** Checks the parameters of a report, and that its place register has a place. */
function checkReport({ registers }: Host, { parameters, placeRegister }: SiteReport): void {
  refuseSecrets('the form', parameters);
  if ('format' in parameters) throw new Error('its parameter format is reserved for the file format.');
  const places = placeRegister === false ? {} : placeFieldsOf(registers, registers.get(placeRegister));
  if (placeRegister !== false && Object.keys(places).length === 0)
    throw new Error(`it uses the locations of ${placeRegister}, but that register has no locations.`);
  const taken = Object.keys(createFilterParams(places)).find((name) => name in parameters);
  if (taken) throw new Error(`its parameter ${taken} is reserved for the location filter.`);
}

/** Throws when a link to a list names a filter that the list does not have. */
function refuseLostFilter(host: Host, href: string): void {
  const { pathname, searchParams } = new URL(href, 'http://here');
  const register = host.registers.all().find(({ path }) => path === pathname);
  if (!register) return;
  const { shape } = host.resource(register).schemas.list.unwrap();
  const lost = [...searchParams.keys()].find((name) => !(name in shape));
  if (lost) throw new Error(`it leads to ${href}, but that list has no filter ${lost}.`);
}

/** Throws unless each entry has a unique key and requires a declared permission. */
function checkKeys(
  what: string,
  all: readonly { key: string; needs?: string | undefined }[],
  granted: ReadonlySet<string>,
): void {
  const twin = firstTwin(all.map(({ key }) => key));
  if (twin) throw new Error(`The ${what} ${twin} is declared twice.`);
  for (const { key, needs } of all)
    if (needs) withContext(`The ${what} ${key}`, () => refuseUnknown(needs, granted));
}

const firstTwin = (names: readonly string[]): string | undefined =>
  names.find((name, index) => names.indexOf(name) < index);

function checkRegister(host: Host, register: Register, granted: ReadonlySet<string>): void {
  const fields = { ...allFieldsOf(host.registers, register), isactive: {} };
  const { shape: served } = host.resource(register).schemas.record.unwrap();
  for (const [name, verb] of Object.entries(register.verbs)) {
    refuseSecrets(`the verb ${name}`, verb.parameters);
    for (const permission of permissionsOf(verb.needs)) refuseUnknown(permission, granted);
    for (const [field, value] of Object.entries(verb.when ?? {})) {
      if (!(field in fields)) throw new Error(`the verb ${name} requires the unknown field ${field}.`);
      if (!served[field]!.safeParse(value).success)
        throw new Error(`the verb ${name} requires an impossible value of ${field}: ${value}.`);
    }
  }
  if (!register.unlisted) checkSql(host, register);
}

/** Prepares the statements of the computed fields, the list and each of its filters. */
function checkSql(host: Host, register: Register): void {
  const { lister } = host.resource(register);
  host.db.read((reader) => {
    for (const [name, { from }] of computedOf(register))
      part(`the field ${name}`, () => lister.prepareExpression(reader, from));
    lister.prepare(reader, {});
    for (const [name, filter] of Object.entries(register.filters ?? {})) {
      const example = exampleOf[filter.kind] ?? Object.keys('options' in filter ? filter.options : {})[0];
      part(`the filter ${name}`, () => lister.prepare(reader, { [name]: example }));
    }
  });
}

const computedOf = ({ fields }: Register): [string, { from: string }][] =>
  Object.entries(fields).flatMap(([name, field]): [string, { from: string }][] =>
    field.place === 'computed' && field.from !== undefined ? [[name, { from: field.from }]] : [],
  );

/**
 * Throws unless the rows of a ledger stay with their record: a ledger is permanent, so deletes must not
 * remove or detach its rows.
 */
function refuseVanishing({ db }: Host, { register: { table }, by }: Ledger): void {
  const key = db.schema.table(table).foreignKeys.find(({ column }) => column === by);
  if (!key) throw new Error(`${table}.${by} has no foreign key.`);
  if (key.ondelete === 'CASCADE' || key.ondelete === 'SET NULL')
    throw new Error(`${table}.${by} has ON DELETE ${key.ondelete}, but rows of a ledger are permanent.`);
}

const exampleOf: Partial<Record<string, unknown>> = {
  boolean: true,
  text: 'x',
  date: '2026-01-31',
  integer: 1,
  ref: 1,
};

function refuseUnknown(permission: string, granted: ReadonlySet<string>): void {
  if (permission === 'admin' || permission === 'login' || granted.has(permission)) return;
  throw new Error(`it requires the undeclared permission ${permission}.`);
}

function withContext(what: string, check: () => void): void {
  try {
    check();
  } catch (cause) {
    const why = errorMessageOf(cause);
    const mend = /no such (?:table|column)/.test(why) ? UNLISTED : '';
    throw new Error(`${what} is wrong: ${why}${mend}`, { cause });
  }
}

/** A hint for correct SQL over a missing table: the usual cause. */
const UNLISTED = '. If a migration creates it, list that migration in migrations.ts.';

/** Runs a check of one part of a declaration, and names that part in its error. */
function part(name: string, check: () => void): void {
  try {
    check();
  } catch (cause) {
    throw new Error(`${name}: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
}
