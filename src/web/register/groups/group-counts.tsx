import { Button, Select, Switch, Text } from '@mantine/core';
import type { RegisterDescriptor } from '../../../kit/resource/descriptor.ts';
import { ErrorView } from '../../parts/error-view.tsx';
import { SkeletonRows } from '../../parts/skeletons.tsx';
import { useStoredState } from '../../parts/use-stored-state.ts';
import type { FilterChoice } from '../filters/filter-choices.ts';
import { useListFilters } from '../filters/use-list-filters.ts';
import type { ListState } from '../list-state.ts';
import { describeGroup, useGroups } from './use-groups.ts';
import './group-styles.ts';

interface GroupCountsProps {
  register: RegisterDescriptor;
  state: ListState;
  /** Filters the list by a group. */
  onChoose: (filter: Readonly<Record<string, string>>) => void;
  /** Shows the list in sections by a field; as one list without a field. */
  onGroup: (field: string) => void;
}

/** Returns the fields by which a list can be grouped: those with operators, except times. */
function listGroupFields(filters: readonly FilterChoice[], { fields }: RegisterDescriptor) {
  const instants = new Set(fields.filter(({ kind }) => kind === 'instant').map(({ name }) => name));
  const stamps = ['createddate', 'modifieddate'];
  return filters.flatMap(({ name, field = name, title, operators }) =>
    operators && !instants.has(field) && !stamps.includes(field) ? [{ value: field, label: title }] : [],
  );
}

/**
 * Shows how many rows of the list have each value of a field. A click filters the list by the value. The list
 * can also be shown in sections by the field.
 */
export function GroupCounts({ register, state, onChoose, onGroup }: GroupCountsProps) {
  const fields = listGroupFields(useListFilters(register), register);
  const [stored, setField] = useStoredState(`groups-${register.name}`, '');
  const usual = ['statusid', 'locationid'].find((name) => fields.some(({ value }) => value === name));
  const chosen = state.group || stored;
  const field = fields.some(({ value }) => value === chosen) ? chosen : (usual ?? fields[0]?.value);
  return (
    <>
      <Select
        label="Group by"
        data={fields}
        value={field ?? null}
        allowDeselect={false}
        searchable
        openOnFocus={false}
        nothingFoundMessage="Nothing found"
        onChange={(name) => {
          if (!name) return;
          setField(name);
          if (state.group) onGroup(name);
        }}
        comboboxProps={{ withinPortal: false }}
      />
      {field && (
        <Switch
          mt="sm"
          label="Show the list in sections"
          checked={state.group !== ''}
          onChange={() => onGroup(state.group ? '' : field)}
        />
      )}
      {field && <Groups key={field} register={register} state={state} field={field} onChoose={onChoose} />}
    </>
  );
}

interface GroupsProps extends Omit<GroupCountsProps, 'onGroup'> {
  field: string;
}

function Groups({ register, state, field, onChoose }: GroupsProps) {
  const { query, rows, foot } = useGroups(register, state, field);
  if (query.isPending) return <SkeletonRows rows={4} />;
  if (!rows) return <ErrorView error={query.error} retry={query.refetch} />;
  if (rows.length === 0) return <Text mt="sm">The list has no rows.</Text>;
  const most = Math.max(...rows.map(({ count }) => count));
  return (
    <ul className="mw-groups" aria-label="Groups">
      {rows.map((group) => (
        <li key={JSON.stringify(group.value)}>
          <Button variant="subtle" color="gray" fullWidth onClick={() => onChoose(group.filter)}>
            <span className="mw-group-title">{describeGroup(group)}</span>
            <span className="mw-group-bar" aria-hidden>
              <span style={{ width: `${(group.count / most) * 100}%` }} />
            </span>
            <span className="mw-group-count">{group.count.toLocaleString('en')}</span>
          </Button>
        </li>
      ))}
      {foot && <li>{foot}</li>}
    </ul>
  );
}
