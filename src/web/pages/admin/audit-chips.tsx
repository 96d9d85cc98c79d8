import { CloseButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatDay, isDay } from '../../../kit/date-format.ts';
import { recordQuery } from '../../api/queries.ts';
import { readDateFormat } from '../../parts/date-format.ts';
import { recordLabel } from '../../register/resolve.ts';
import { useAuditEntity } from './audit-entity-filter.tsx';
import type { AuditFiltersProps } from './audit-query.ts';
import { useUsers } from './use-users.ts';

const asDay = (day: string): string => (isDay(day) ? formatDay(day, readDateFormat()) : day);

/** Shows the filters of the panel, each with a button that removes it. */
export function AuditChips({ search, onChange }: AuditFiltersProps) {
  const { userid, entitytype, entityid, from, to } = search;
  const users = useUsers();
  const { type, register } = useAuditEntity(search);
  const record = useQuery({
    ...recordQuery(register?.path ?? '', entityid ?? ''),
    enabled: Boolean(register && entityid),
  });
  const name = register && record.data ? recordLabel(register, record.data) : entityid;
  return (
    <>
      {userid && (
        <Chip
          title="User"
          text={users.find((user) => String(user.userid) === userid)?.username ?? userid}
          onRemove={() => onChange({ userid: undefined })}
        />
      )}
      {entitytype && (
        <Chip
          title="Record"
          text={[type?.title ?? entitytype, name].filter(Boolean).join(' ')}
          onRemove={() => onChange({ entitytype: undefined, entityid: undefined })}
        />
      )}
      {from && <Chip title="From" text={asDay(from)} onRemove={() => onChange({ from: undefined })} />}
      {to && <Chip title="To" text={asDay(to)} onRemove={() => onChange({ to: undefined })} />}
    </>
  );
}

interface ChipProps {
  title: string;
  text: string;
  onRemove: () => void;
}

const Chip = ({ title, text, onRemove }: ChipProps) => (
  <span className="mw-chip">
    <span>
      {title} <strong>{text}</strong>
    </span>
    <CloseButton size="sm" aria-label={`Remove filter ${title}`} onClick={onRemove} />
  </span>
);
