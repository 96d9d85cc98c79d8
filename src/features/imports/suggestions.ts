import type { Actor } from '../../kit/actor.ts';
import { foldName } from '../../kit/fold-name.ts';
import type { Host } from '../../kit/host.ts';
import { isAuthorized } from '../../kit/http/access.ts';
import { idColumnOf } from '../../kit/resource/list-sorts.ts';
import { fromClauseOf, type Register, tableOf } from '../../kit/resource/register.ts';
import { listVariants } from '../../kit/search/typos.ts';
import type { TimeSlice } from '../../kit/time-slice.ts';
import type { UnknownValue, UnknownValues } from './unknown-values.ts';

/** An existing record whose name resembles an unknown value. */
interface Suggestion {
  id: number;
  name: string;
}

/** An unknown value with similar records of its register, the most similar one first. */
export interface SuggestedValue extends UnknownValue {
  suggestions: Suggestion[];
}

const MAX_SUGGESTIONS = 5;
/** Maximum number of names of a register that are compared. */
const MAX_NAMES = 5000;
/** Number of letters from which a part of a name is similar to the name. */
const MIN_PART = 3;
/** Number of letters between which one wrong letter is tolerated. */
const MIN_TYPO = 4;
const MAX_TYPO = 40;

interface Name extends Suggestion {
  letters: string;
  /** The letters of the first word, by which company names with different legal forms are compared. */
  first: string;
}

/** A value with all spellings of its letters, and of those of its first word, that count as similar. */
interface Wanted {
  letters: string;
  variants: ReadonlySet<string>;
  firsts: ReadonlySet<string>;
}

/** Returns the letters and digits of a name, by which names are compared. */
const lettersOf = (name: string): string => foldName(name).replace(/[^\p{L}\p{N}]/gu, '');

const firstWordOf = (name: string): string => lettersOf(name.trim().split(/\s+/)[0]!);

/** Returns the listed unknown values with suggestions from registers that the actor may read. */
export async function suggestRecords(
  host: Host,
  actor: Actor,
  unknown: UnknownValues,
  turn: TimeSlice,
): Promise<SuggestedValue[]> {
  const names = new Map<string, Name[]>();
  const values: SuggestedValue[] = [];
  for (const { value, source } of unknown.list()) {
    const register = host.registers.get(source.field.ref!.register);
    if (!names.has(register.name)) names.set(register.name, readNames(host, actor, register));
    values.push({ ...value, suggestions: findSimilar(names.get(register.name)!, value.value) });
    if (turn.isOver) await turn.next();
  }
  return values;
}

function readNames(host: Host, actor: Actor, register: Register): Name[] {
  if (!isAuthorized(actor, register.can.read)) return [];
  const label = `${tableOf(register, register.label)}.${register.label}`;
  const sql = `SELECT ${idColumnOf(register)} AS id, ${label} AS name FROM ${fromClauseOf(register)} ORDER BY 1 LIMIT ${MAX_NAMES}`;
  const rows = host.db.read((reader) => reader.all<{ id: number; name: unknown }>(sql));
  return rows.flatMap(({ id, name }) =>
    typeof name === 'string' ? [{ id, name, letters: lettersOf(name), first: firstWordOf(name) }] : [],
  );
}

function findSimilar(names: readonly Name[], value: string): Suggestion[] {
  const letters = lettersOf(value);
  if (letters === '') return [];
  const first = firstWordOf(value);
  const wanted = { letters, variants: listTypos(letters), firsts: listTypos(first).add(first) };
  return names
    .flatMap((name) => {
      const distance = distanceOf(wanted, name);
      return distance === undefined ? [] : [{ name, distance }];
    })
    .sort(
      (a, b) =>
        a.distance - b.distance ||
        Math.abs(a.name.letters.length - letters.length) - Math.abs(b.name.letters.length - letters.length),
    )
    .slice(0, MAX_SUGGESTIONS)
    .map(({ name: { id, name } }) => ({ id, name }));
}

/** Returns the texts that are one letter away; none for texts that are too short or too long. */
const listTypos = (letters: string): Set<string> =>
  new Set(letters.length >= MIN_TYPO && letters.length <= MAX_TYPO ? listVariants(letters) : []);

/** Returns a rank of similarity, 0 for the same letters; undefined for names that are not similar. */
function distanceOf({ letters, variants, firsts }: Wanted, name: Name): number | undefined {
  if (name.letters === letters) return 0;
  if (variants.has(name.letters)) return 1;
  const [short, long] =
    name.letters.length < letters.length ? [name.letters, letters] : [letters, name.letters];
  if (short.length >= 2 && long.startsWith(short)) return 2;
  if (name.first.length >= MIN_TYPO && firsts.has(name.first)) return 3;
  return short.length >= MIN_PART && long.includes(short) ? 4 : undefined;
}
