import { IconEqualNot } from '@tabler/icons-react';
import type { FieldDescriptor } from '../../../kit/resource/descriptor.ts';
import { AppLink } from '../../parts/app-link.tsx';
import { FieldValue } from '../../register/field-value.tsx';
import { displayText } from '../../register/resolve.ts';
import type { Side } from './use-side.ts';

interface ComparedProps {
  label: string;
  older: Side;
  newer: Side;
}

/** Two records side by side; what differs is marked. */
export function ComparedRecords({ label, older, newer }: ComparedProps) {
  return (
    <table className="mw-compared" aria-label={label}>
      <thead>
        <tr>
          <td />
          <SideHead side={older} age="Older record" />
          <SideHead side={newer} age="Newer record" />
        </tr>
      </thead>
      <tbody>
        {fieldsOf(older, newer).map((field) => (
          <tr key={field.name} data-differs={differs(field, older, newer) || undefined}>
            <FactName title={field.title} differs={differs(field, older, newer)} />
            {[older, newer].map(({ record }) => (
              <td key={String(record.assetid)}>
                <FieldValue field={field} record={record} />
              </td>
            ))}
          </tr>
        ))}
        <tr>
          <FactName title="Addresses" differs={false} />
          {[older, newer].map(({ record, addresses }) => (
            <td key={String(record.assetid)} className="mw-mono">
              {addresses.length > 0 ? (
                <ul>
                  {addresses.map((address) => (
                    <li key={address}>{address}</li>
                  ))}
                </ul>
              ) : (
                <span className="mw-muted">–</span>
              )}
            </td>
          ))}
        </tr>
      </tbody>
    </table>
  );
}

function SideHead({ side: { record }, age }: { side: Side; age: string }) {
  return (
    <th scope="col">
      <AppLink to={`/assets/${record.assetid}`}>{String(record.assetnumber)}</AppLink>
      <div className="mw-muted">{age}</div>
    </th>
  );
}

/** The mark is no colour alone. */
function FactName({ title, differs }: { title: string; differs: boolean }) {
  return (
    <th scope="row">
      {title} {differs && <IconEqualNot size={14} role="img" aria-label="differs" />}
    </th>
  );
}

/** Fields that say something about one of them at least; what is a list has a place of its own. */
function fieldsOf(older: Side, newer: Side): FieldDescriptor[] {
  const byName = new Map(
    [...older.register.fields, ...newer.register.fields].map((field) => [field.name, field]),
  );
  return [...byName.values()].filter(
    (field) =>
      field.name !== 'assetnumber' &&
      !['json', 'secret', 'longtext'].includes(field.kind) &&
      [older, newer].some(({ record }) => displayText(field, record) !== ''),
  );
}

/** Two things never happen at the same instant: that tells nothing. */
const differs = (field: FieldDescriptor, older: Side, newer: Side): boolean =>
  field.kind !== 'instant' && displayText(field, older.record) !== displayText(field, newer.record);
