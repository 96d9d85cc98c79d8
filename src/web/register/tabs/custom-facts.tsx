import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CustomValueRow } from '../../../features/customfields/index.ts';
import { get } from '../../api/client.ts';
import { SmallButton } from '../../parts/small-button.tsx';
import { calendarDate } from '../../parts/time.tsx';
import { CustomForm } from './custom-form.tsx';

function customText(row: CustomValueRow): string {
  if (row.value === null || row.value === '') return '–';
  if (row.fieldtype === 'boolean') return row.value === true ? 'Yes' : 'No';
  return row.fieldtype === 'date' ? calendarDate(String(row.value)) : String(row.value);
}

/** Shows and edits the custom fields of an asset; nothing when its type has none. */
export function CustomFacts({ assetid, canedit }: { assetid: number; canedit: boolean }) {
  const [editing, setEditing] = useState(false);
  const { data = [] } = useQuery({
    queryKey: ['customfields', assetid],
    queryFn: () => get<CustomValueRow[]>(`/assets/${assetid}/customfields`),
  });
  if (data.length === 0) return null;
  return (
    <section className="mw-card">
      <header>
        <h2>Custom fields</h2>
        {canedit && !editing && (
          <SmallButton icon={IconPencil} onClick={() => setEditing(true)}>
            Edit custom fields
          </SmallButton>
        )}
      </header>
      {editing ? (
        <CustomForm assetid={assetid} rows={data} onClose={() => setEditing(false)} />
      ) : (
        <dl className="mw-fact-list">
          {data.map((row) => (
            <div key={row.fieldname}>
              <dt>{row.label}</dt>
              <dd className={row.fieldtype === 'text' ? 'mw-long' : undefined}>
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
      )}
    </section>
  );
}
