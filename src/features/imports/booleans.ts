import { truncateForError } from './cell-text.ts';
import { RowProblem } from './row-problem.ts';

/**
 * Words for yes and true with their initials in English, German, French, Spanish, Italian, Polish and Czech.
 * Also contains `on`, 1 and x.
 */
const YES = toWordSet(
  'true yes y on 1 x wahr ja j vrai oui o verdadero sí si s vero sì prawda tak t pravda ano a',
);
/** Words for no and false in the same languages. Also contains `off` and 0. */
const NO = toWordSet('false no n off 0 falsch nein f faux non falso fałsz falsz nie nepravda ne');

function toWordSet(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}

/** Returns the truth value of a cell. Throws a `RowProblem` when the cell is neither yes nor no. */
export function booleanOf(cell: string): boolean {
  const word = cell.toLowerCase();
  if (YES.has(word)) return true;
  if (NO.has(word)) return false;
  throw new RowProblem(`"${truncateForError(cell)}" is neither yes nor no. Enter true or false.`);
}
