import type { RegisterDescriptor } from '../../kit/resource/descriptor.ts';
import type { RegisterRecord } from '../api/types.ts';
import { AppLink } from '../parts/app-link.tsx';
import { FieldValue } from './field-value.tsx';
import { columnFields } from './list-columns.tsx';
import { recordId, recordLabel } from './resolve.ts';

const SHOWN = 4;

interface ListCardsProps {
  register: RegisterDescriptor;
  rows: RegisterRecord[];
  columns: string[];
}

/** Rows on a phone: the name, then the first columns as facts. */
export function ListCards({ register, rows, columns }: ListCardsProps) {
  const fields = columnFields(register)
    .filter((field) => columns.includes(field.name) && field.name !== register.labelfield)
    .slice(0, SHOWN);
  return (
    <ul className="mw-cards">
      {rows.map((record) => (
        <li key={recordId(register, record)}>
          <AppLink to={`${register.path}/${recordId(register, record)}`} className="mw-card mw-card-row">
            <strong>{recordLabel(register, record)}</strong>
            <dl>
              {fields.map((field) => (
                <div key={field.name}>
                  <dt>{field.title}</dt>
                  <dd>
                    <FieldValue field={field} record={record} linked={false} />
                  </dd>
                </div>
              ))}
            </dl>
          </AppLink>
        </li>
      ))}
    </ul>
  );
}
