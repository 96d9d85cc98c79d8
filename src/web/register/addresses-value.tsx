import type { Communication } from '../../features/catalog/communication-routes.ts';
import type { FieldRenderer, PluginFieldValueProps } from '../plugin-parts.tsx';
import { COMMUNICATION_TYPES } from './tabs/communication-types.ts';

const typeOf = ({ commtype }: Communication): string =>
  COMMUNICATION_TYPES.find(({ value }) => value === commtype)?.label ?? commtype;

/** Shows the addresses of an asset with their types. */
function AddressesValue({ value }: PluginFieldValueProps) {
  const rows = (value ?? []) as Communication[];
  if (rows.length === 0) return <span className="mw-muted">–</span>;
  return (
    <ul>
      {rows.map((row) => (
        <li key={row.communicationid}>
          {row.address} <span className="mw-muted">{typeOf(row)}</span>
        </li>
      ))}
    </ul>
  );
}

export const addresses: FieldRenderer = { value: AddressesValue };
