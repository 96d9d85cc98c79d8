import { truncateForError } from './cell-text.ts';
import { RowProblem } from './row-problem.ts';

/** Yes and true, with their first letters: English, German, French, Spanish, Italian, Polish, Czech. */
const YES = words(
  'true yes y on 1 x wahr ja j vrai oui o verdadero sí si s vero sì prawda tak t pravda ano a',
);
/** No and false in the same languages. */
const NO = words('false no n off 0 falsch nein f faux non falso fałsz falsz nie nepravda ne');

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}

/** Returns the truth value of a cell. Throws a RowProblem when the cell is neither yes nor no. */
export function booleanOf(cell: string): boolean {
  const word = cell.toLowerCase();
  if (YES.has(word)) return true;
  if (NO.has(word)) return false;
  throw new RowProblem(`"${truncateForError(cell)}" is neither yes nor no. Write true or false.`);
}
