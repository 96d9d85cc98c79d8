import { useQuery } from '@tanstack/react-query';
import { get } from '../../api/client.ts';
import type { CustomValue } from '../../api/types.ts';
import { calendarDate } from '../../parts/time.tsx';

function customText(row: CustomValue): string {
  if (row.value === null || row.value === undefined || row.value === '') return '–';
  if (row.fieldtype === 'boolean') return row.value === true || row.value === 'true' ? 'Yes' : 'No';
  return row.fieldtype === 'date' ? calendarDate(String(row.value)) : String(row.value);
}

/** The plant's own fields of this asset; nothing when its type has none. */
export function CustomFacts({ assetid }: { assetid: number }) {
  const { data = [] } = useQuery({
    queryKey: ['customfields', assetid],
    queryFn: () => get<CustomValue[]>(`/assets/${assetid}/customfields`),
  });
  if (data.length === 0) return null;
  return (
    <section className="mw-card">
      <header>
        <h2>Own fields</h2>
      </header>
      <dl className="mw-fact-list">
        {data.map((row) => (
          <div key={row.fieldname}>
            <dt>{row.label}</dt>
            <dd>
              {row.fieldtype === 'url' && /^https?:/i.test(String(row.value)) ? (
                <a href={String(row.value)} target="_blank" rel="noopener noreferrer">
                  {String(row.value)}
                </a>
              ) : (
                customText(row)
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
