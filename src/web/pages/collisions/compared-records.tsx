import { IconEqual, IconEqualNot } from '@tabler/icons-react';
import type { FieldDescriptor } from '../../../kit/resource/descriptor.ts';
import { AppLink } from '../../parts/app-link.tsx';
import { FieldValue } from '../../register/field-value.tsx';
import { displayText } from '../../register/resolve.ts';
import type { CollisionSide } from './use-collision-side.ts';

interface ComparedProps {
  label: string;
  older: CollisionSide;
  newer: CollisionSide;
}

/**
 * Result of comparing a value of both records; undefined for times, and when one of the records has no value.
 */
type Agreement = 'agrees' | 'differs' | undefined;

/** Shows two records side by side and marks each value that agrees or differs. */
export function ComparedRecords({ label, older, newer }: ComparedProps) {
  const common = new Set(older.addresses.filter((address) => newer.addresses.includes(address)));
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
          <tr key={field.name} data-agreement={agreementOf(field, older, newer)}>
            <FactName title={field.title} agreement={agreementOf(field, older, newer)} />
            {[older, newer].map(({ record }) => (
              <td key={String(record.assetid)}>
                <FieldValue field={field} record={record} />
              </td>
            ))}
          </tr>
        ))}
        <tr data-agreement={common.size > 0 ? 'agrees' : undefined}>
          <FactName title="Addresses" agreement={common.size > 0 ? 'agrees' : undefined} />
          {[older, newer].map(({ record, addresses }) => (
            <td key={String(record.assetid)} className="mw-mono">
              <Addresses addresses={addresses} common={common} />
            </td>
          ))}
        </tr>
      </tbody>
    </table>
  );
}

function SideHead({ side: { record }, age }: { side: CollisionSide; age: string }) {
  return (
    <th scope="col">
      <AppLink to={`/assets/${record.assetid}`}>{String(record.assetnumber)}</AppLink>
      <div className="mw-muted">{age}</div>
    </th>
  );
}

interface AddressesProps {
  addresses: readonly string[];
  /** The addresses that both records have. */
  common: ReadonlySet<string>;
}

function Addresses({ addresses, common }: AddressesProps) {
  if (addresses.length === 0) return <span className="mw-muted">–</span>;
  return (
    <ul>
      {addresses.map((address) => (
        <li key={address}>
          {address} {common.has(address) && <IconEqual size={14} role="img" aria-label="in both records" />}
        </li>
      ))}
    </ul>
  );
}

/** Shows an icon with a text alternative, because color alone is not enough. */
function FactName({ title, agreement }: { title: string; agreement: Agreement }) {
  return (
    <th scope="row">
      {title} {agreement === 'agrees' && <IconEqual size={14} role="img" aria-label="agrees" />}
      {agreement === 'differs' && <IconEqualNot size={14} role="img" aria-label="differs" />}
    </th>
  );
}

/**
 * Returns the fields for which at least one record has a value. Omits the asset number, structured values,
 * secrets and long texts.
 */
function fieldsOf(older: CollisionSide, newer: CollisionSide): FieldDescriptor[] {
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

/**
 * Compares the texts of a field without letter case. Times are never compared, because two events do not
 * happen at the same time.
 */
function agreementOf(field: FieldDescriptor, older: CollisionSide, newer: CollisionSide): Agreement {
  if (field.kind === 'instant') return undefined;
  const [one, other] = [displayText(field, older.record), displayText(field, newer.record)];
  if (one === '' || other === '') return undefined;
  return one.toLowerCase() === other.toLowerCase() ? 'agrees' : 'differs';
}
