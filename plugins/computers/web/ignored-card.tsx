import { useQuery } from '@tanstack/react-query';
import { get } from '../../../src/web/api/client.ts';
import { ErrorView } from '../../../src/web/parts/error-view.tsx';
import { ignoredLabel } from './ignored-labels.ts';

interface ComputerRecord {
  ignored?: Readonly<Record<string, number>>;
}

const valuesOf = (count: number): string =>
  count === 1 ? '1 value' : `${count.toLocaleString('en')} values`;

/**
 * Shows the fields of the last inventory with values that were converted, shortened or left out. Shows
 * nothing when there are none.
 */
export function IgnoredCard({ computerid }: { computerid: number }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['computer-ignored', computerid],
    queryFn: () => get<ComputerRecord>(`/computers/${computerid}`),
  });
  if (error && !data) return <ErrorView error={error} retry={refetch} />;
  const fields = Object.entries(data?.ignored ?? {});
  if (fields.length === 0) return null;
  return (
    <section className="mw-card">
      <header>
        <h2>Ignored in the last inventory</h2>
      </header>
      <p className="mw-card-pad mw-muted">
        Some values of the last inventory were converted, shortened or omitted.
      </p>
      <ul>
        {fields.map(([field, count]) => (
          <li key={field} className="mw-card-pad mw-used-line" title={field}>
            <span className="mw-break">{ignoredLabel(field)}</span>
            <span className="mw-muted">{valuesOf(count)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
