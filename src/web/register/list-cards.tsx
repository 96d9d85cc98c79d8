import { Checkbox, type CheckboxProps } from '@mantine/core';
import type { RowSelectionState } from '@tanstack/react-table';
import type { RegisterDescriptor } from '../../kit/resource/descriptor.ts';
import type { RegisterRecord } from '../api/types.ts';
import { AppLink } from '../parts/app-link.tsx';
import type { ListColumn } from './columns/list-column.ts';
import { FieldValue } from './field-value.tsx';
import { listShownFields } from './list-columns.tsx';
import { RecordName } from './record-name.tsx';
import { displayText, recordId, recordLabel } from './resolve.ts';

const SHOWN_FIELDS = 4;

/** Places the checkbox in the corner of a card. The area around it selects too, because a thumb is larger. */
const CHECKBOX_STYLES: CheckboxProps['styles'] = {
  root: { position: 'absolute', top: 0, right: 0, padding: 12 },
  inner: { zIndex: 1 },
  label: { position: 'absolute', inset: 0 },
};

interface ListCardsProps {
  register: RegisterDescriptor;
  rows: RegisterRecord[];
  columns: readonly ListColumn[];
  selectable: boolean;
  selection: RowSelectionState;
  onSelection: (selection: RowSelectionState) => void;
}

/**
 * Shows rows on a phone as cards: the name, the first four other columns as facts, and a checkbox. A fact that
 * repeats the name is left out.
 */
export function ListCards(props: ListCardsProps) {
  const { register, rows, selectable, selection, onSelection } = props;
  const select = (id: string, isSelected: boolean) => {
    const { [id]: _before, ...others } = selection;
    onSelection(isSelected ? { ...others, [id]: true } : others);
  };
  return (
    <>
      {selectable && <SelectAll {...props} />}
      <ul className="mw-cards">
        {rows.map((record) => {
          const id = recordId(register, record);
          return (
            <li
              key={id}
              className="mw-card"
              data-selected={selection[id] || undefined}
              style={{ position: 'relative' }}
            >
              <RecordCard {...props} record={record} />
              {selectable && (
                <Checkbox
                  styles={CHECKBOX_STYLES}
                  label={<span className="mw-visually-hidden">Select {recordLabel(register, record)}</span>}
                  checked={selection[id] === true}
                  onChange={(event) => select(id, event.currentTarget.checked)}
                />
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}

function SelectAll({ register, rows, selection, onSelection }: ListCardsProps) {
  const ids = rows.map((record) => recordId(register, record));
  const picked = ids.filter((id) => selection[id]).length;
  const whole = picked === ids.length;
  return (
    <Checkbox
      px={12}
      pb={12}
      label="Select all on this page"
      checked={whole}
      indeterminate={picked > 0 && !whole}
      onChange={() => onSelection(whole ? {} : Object.fromEntries(ids.map((id) => [id, true])))}
    />
  );
}

function RecordCard({ register, columns, record, selectable }: ListCardsProps & { record: RegisterRecord }) {
  const label = recordLabel(register, record);
  const fields = listShownFields(register, columns)
    .filter((field) => field.name !== register.labelfield && displayText(field, record) !== label)
    .slice(0, SHOWN_FIELDS);
  return (
    <AppLink to={`${register.path}/${recordId(register, record)}`} className="mw-card-row">
      <strong style={{ paddingRight: selectable ? 32 : undefined }}>
        <RecordName register={register} record={record} />
      </strong>
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
  );
}
