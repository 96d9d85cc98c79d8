import { Button, Select, Text } from '@mantine/core';
import type { GroupOfList } from '../../../features/dashboard/list-groups.ts';
import { isDay } from '../../../kit/date-format.ts';
import type { RegisterDescriptor } from '../../../kit/resource/descriptor.ts';
import { ErrorView } from '../../parts/error-view.tsx';
import { SkeletonRows } from '../../parts/skeletons.tsx';
import { calendarDate } from '../../parts/time.tsx';
import { useStoredState } from '../../parts/use-stored-state.ts';
import type { FilterChoice } from '../filters/filter-choices.ts';
import { useListFilters } from '../filters/use-list-filters.ts';
import { useGrowingList } from '../growing-list.tsx';
import { type ListState, listQueryParams } from '../list-state.ts';
import './group-styles.ts';

interface GroupCountsProps {
  register: RegisterDescriptor;
  state: ListState;
  onChoose: (filter: Readonly<Record<string, string>>) => void;
}

/** Returns the fields by which a list can be grouped: those with operators, except times. */
function listGroupFields(filters: readonly FilterChoice[], { fields }: RegisterDescriptor) {
  const instants = new Set(fields.filter(({ kind }) => kind === 'instant').map(({ name }) => name));
  const stamps = ['createddate', 'modifieddate'];
  return filters.flatMap(({ name, field = name, title, operators }) =>
    operators && !instants.has(field) && !stamps.includes(field) ? [{ value: field, label: title }] : [],
  );
}

/** Shows how many rows of the list have each value of a field. A click filters the list by the value. */
export function GroupCounts({ register, state, onChoose }: GroupCountsProps) {
  const fields = listGroupFields(useListFilters(register), register);
  const [stored, setField] = useStoredState(`groups-${register.name}`, '');
  const usual = ['statusid', 'locationid'].find((name) => fields.some(({ value }) => value === name));
  const field = fields.some(({ value }) => value === stored) ? stored : (usual ?? fields[0]?.value);
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
        onChange={(name) => name && setField(name)}
        comboboxProps={{ withinPortal: false }}
      />
      {field && <Groups key={field} register={register} state={state} field={field} onChoose={onChoose} />}
    </>
  );
}

function Groups({ register, state, field, onChoose }: GroupCountsProps & { field: string }) {
  const { sort: _sort, dir: _dir, ...filters } = listQueryParams(state, false);
  const asked = { ...filters, field };
  const { query, rows, foot } = useGrowingList<GroupOfList>(
    ['groups', register.name, asked],
    `/registers/${register.name}/groups`,
    'More groups',
    asked,
  );
  if (query.isPending) return <SkeletonRows rows={4} />;
  if (!rows) return <ErrorView error={query.error} retry={query.refetch} />;
  if (rows.length === 0) return <Text mt="sm">The list has no rows.</Text>;
  const most = Math.max(...rows.map(({ count }) => count));
  return (
    <ul className="mw-groups" aria-label="Groups">
      {rows.map(({ value, title, count, filter }) => (
        <li key={JSON.stringify(value)}>
          <Button variant="subtle" color="gray" fullWidth onClick={() => onChoose(filter)}>
            <span className="mw-group-title">{describeGroup(value, title)}</span>
            <span className="mw-group-bar" aria-hidden>
              <span style={{ width: `${(count / most) * 100}%` }} />
            </span>
            <span className="mw-group-count">{count.toLocaleString('en')}</span>
          </Button>
        </li>
      ))}
      {foot && <li>{foot}</li>}
    </ul>
  );
}

function describeGroup(value: unknown, title: string | null): string {
  if (title === null) return 'No value';
  return typeof value === 'string' && isDay(value) ? calendarDate(value) : title;
}
