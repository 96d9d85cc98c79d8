import { IconPlus } from '@tabler/icons-react';
import type { ImportRecord } from '../../../features/imports/schemas.ts';
import type { RegisterDescriptor } from '../../../kit/resource/descriptor.ts';
import { useRegisters } from '../../api/queries.ts';
import { SmallButton } from '../../parts/small-button.tsx';
import { type Choices, withColumn } from './import-choices.ts';
import { ColumnValues } from './import-column-values.tsx';

const COUNT = new Intl.NumberFormat('en');

interface ImportValuesProps {
  preview: ImportRecord;
  register: RegisterDescriptor;
  choices: Choices;
  onChoices: (choices: Choices) => void;
}

/** Lets the user choose what happens to each unknown value of a file, or to all of a column. */
export function ImportValues({ preview, register, choices, onChoices }: ImportValuesProps) {
  const registers = useRegisters();
  const columns = [...Map.groupBy(preview.unknownvalues, ({ column }) => column)].map(([column, values]) => {
    const ref = register.fields.find(({ name }) => name === values[0]!.field)?.ref;
    const target = registers.find(({ name }) => name === ref?.register);
    return { column, values, source: ref, isCreatable: target?.can.create === true };
  });
  const creatable = columns.filter(({ isCreatable }) => isCreatable);
  const createAll = () =>
    onChoices(creatable.reduce((now, { column }) => withColumn(now, column, 'create'), choices));
  const listed = preview.unknownvalues.length;
  return (
    <section className="mw-card" aria-label="Values">
      <header>
        <h2>3. Values</h2>
        <span className="mw-muted" role="status">
          {COUNT.format(preview.unknowntotal)} unknown
        </span>
        {creatable.length > 1 && (
          <SmallButton icon={IconPlus} onClick={createAll}>
            Create all
          </SmallButton>
        )}
      </header>
      {columns.map((column) => (
        <ColumnValues key={column.column} {...column} choices={choices} onChoices={onChoices} />
      ))}
      {preview.unknowntotal > listed && (
        <p className="mw-card-pad mw-muted">
          The first {COUNT.format(listed)} are listed. Choose for a whole column to include the others.
        </p>
      )}
    </section>
  );
}
