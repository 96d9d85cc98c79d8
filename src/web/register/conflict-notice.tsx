import { Alert, Button, Group, Radio } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { FieldDescriptor } from '../../kit/resource/descriptor.ts';
import { recordQuery } from '../api/queries.ts';
import type { FormValues } from './form-values.ts';
import type { FieldConflict } from './merge-draft.ts';
import { displayText } from './resolve.ts';

interface ConflictNoticeProps {
  conflicts: FieldConflict[];
  /** Titles of the fields that only the other user has changed. */
  merged: string[];
  values: FormValues;
  /** Sets the chosen values of fields. */
  onChoose: (chosen: FormValues) => void;
}

const sideOf = ({ field, theirs }: FieldConflict, values: FormValues) =>
  JSON.stringify(values[field.name]) === JSON.stringify(theirs) ? 'theirs' : 'mine';

/**
 * Explains that another user has saved the record meanwhile. Offers both values of each field that both have
 * changed. The form has the values of this user until they choose.
 */
export function ConflictNotice({ conflicts, merged, values, onChoose }: ConflictNoticeProps) {
  const chooseAll = (side: 'mine' | 'theirs') =>
    onChoose(Object.fromEntries(conflicts.map((conflict) => [conflict.field.name, conflict[side]])));
  return (
    <Alert
      role="alert"
      color="yellow"
      className="mw-conflict"
      icon={<IconAlertTriangle size={18} />}
      title="Another user has changed this record"
    >
      {merged.length > 0 && <p>The form now has their changes of: {merged.join(', ')}.</p>}
      {conflicts.length === 0 ? (
        <p>Your input is still in the form. Check it, then save again.</p>
      ) : (
        <p>You both changed the following. Choose a value for each, then save again.</p>
      )}
      {conflicts.map((conflict) => (
        <Radio.Group
          key={conflict.field.name}
          label={conflict.field.title}
          value={sideOf(conflict, values)}
          onChange={(side) => onChoose({ [conflict.field.name]: conflict[side as 'mine' | 'theirs'] })}
        >
          <div className="mw-conflict-sides">
            <Side value="mine" label="Yours" field={conflict.field} of={conflict.mine} />
            <Side value="theirs" label="Theirs" field={conflict.field} of={conflict.theirs} />
          </div>
        </Radio.Group>
      ))}
      {conflicts.length > 0 && (
        <Group gap="sm" mt="sm">
          <Button size="compact-sm" variant="default" onClick={() => chooseAll('mine')}>
            Keep all mine
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => chooseAll('theirs')}>
            Take all theirs
          </Button>
        </Group>
      )}
    </Alert>
  );
}

interface SideProps {
  value: 'mine' | 'theirs';
  label: string;
  field: FieldDescriptor;
  of: unknown;
}

function Side({ value, label, field, of }: SideProps) {
  const id = field.ref && of !== null ? String(of) : null;
  const named = useQuery({ ...recordQuery(field.ref?.path ?? '', id ?? ''), enabled: id !== null });
  const name = named.data?.[field.ref?.labelfield ?? ''];
  const text = id
    ? String(name ?? `#${id}`)
    : displayText({ ...field, ref: undefined }, { [field.name]: of });
  return <Radio value={value} label={`${label}: ${text || 'nothing'}`} />;
}
