import type { AuditRow } from '../../../features/audit/index.ts';
import { useRegisters } from '../../api/queries.ts';
import { ChangeText } from '../../parts/change-text.tsx';

/** Shows the changes of an audit row, its other details, and its request. */
export function AuditDetail({ row }: { row: AuditRow }) {
  const { changes, ...others } = row.details;
  const register = useRegisters().find(({ path }) => row.entityhref?.startsWith(`${path}/`));
  const titleOf = (name: string) => register?.fields.find((field) => field.name === name)?.title ?? name;
  return (
    <dl className="mw-fact-list">
      {Object.entries((changes ?? {}) as Record<string, [unknown, unknown]>).map(([field, [from, to]]) => (
        <div key={field}>
          <dt>{titleOf(field)}</dt>
          <dd>
            <ChangeText from={from} to={to} />
          </dd>
        </div>
      ))}
      {Object.entries(others).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{typeof value === 'object' ? JSON.stringify(value) : String(value)}</dd>
        </div>
      ))}
      <div>
        <dt>Action and request</dt>
        <dd className="mw-mono">
          {row.action} · {row.requestid ?? 'no request'}
        </dd>
      </div>
    </dl>
  );
}
