import { useId } from 'react';
import type { Duplicate } from '../../../features/duplicates/find-duplicates.ts';
import { useRegisters } from '../../api/queries.ts';
import { AppLink } from '../../parts/app-link.tsx';
import { ErrorView } from '../../parts/error-view.tsx';
import { useGrowingList } from '../../register/growing-list.tsx';

/**
 * Lists records whose names differ only in letter case or in composed letters. Shows nothing if there are
 * none.
 */
export function DuplicateNames() {
  const heading = useId();
  const { query, rows, foot } = useGrowingList<Duplicate>(['duplicates'], '/duplicates', 'More names');
  if (query.error) return <ErrorView error={query.error} retry={query.refetch} />;
  if (!rows || rows.length === 0) return null;
  return (
    <section className="mw-card" aria-labelledby={heading}>
      <header>
        <h2 id={heading}>Names that differ only in letter case</h2>
      </header>
      <p className="mw-card-pad">
        An earlier version allowed both names. The records still work. Merge them, or rename one of them.
      </p>
      <table className="mw-compared" aria-label="Names that differ only in letter case">
        <tbody>
          {rows.map((duplicate) => (
            <DuplicateRow key={`${duplicate.register}/${duplicate.ids[0]}`} duplicate={duplicate} />
          ))}
        </tbody>
      </table>
      {foot}
    </section>
  );
}

function DuplicateRow({ duplicate: { register, ids, names } }: { duplicate: Duplicate }) {
  const described = useRegisters().find(({ name }) => name === register);
  return (
    <tr>
      <th scope="row">{described?.title ?? register}</th>
      <td>
        <ul>
          {ids.map((id, n) => (
            <li key={id}>
              {described ? <AppLink to={`${described.path}/${id}`}>{names[n]}</AppLink> : names[n]}
            </li>
          ))}
        </ul>
      </td>
    </tr>
  );
}
