import { NativeSelect } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import type { ImportRecord } from '../../../features/imports/schemas.ts';
import type { RegisterDescriptor } from '../../../kit/resource/descriptor.ts';
import { withAddedFields } from './added-fields.ts';
import type { CsvHead } from './csv-head.ts';
import { ImportNotation } from './import-notation.tsx';
import {
  findImportChoice,
  type ImportChoice,
  listImportFields,
  type Mapping,
  type NotationChoice,
} from './import-types.ts';

interface ImportMappingProps {
  register: RegisterDescriptor;
  target: string;
  head: CsvHead;
  /** The mapping that the user chose, or that the server suggested. */
  mapping: Mapping;
  /** Called with the header of the changed column. */
  onMapping: (mapping: Mapping, header: string) => void;
  preview: ImportRecord | null;
  notation: NotationChoice;
  onNotation: (notation: NotationChoice) => void;
}

/** The names of the products whose exports are recognized. */
const PRODUCTS = { snipeit: 'Snipe-IT', glpi: 'GLPI', netbox: 'NetBox' };

/** Lets the user choose the field for each column. The suggestions are based on the names. */
export function ImportMapping(props: ImportMappingProps) {
  const { target, head, mapping, onMapping, preview } = props;
  const register = withAddedFields(props.register, preview);
  const fields = listImportFields(register, target);
  const words: Mapping = Object.fromEntries(
    head.headers.map((header) => {
      const field = mapping[header];
      return [header, field ? findImportChoice(register, field) : null];
    }),
  );
  const extra = Object.values(words).filter(
    (word): word is string => word !== null && !fields.some(({ value }) => value === word),
  );
  const choices = [
    { value: '', label: 'Do not import' },
    ...fields,
    ...extra.map((word) => ({ value: word, label: word })),
  ];
  const used = Object.values(words).filter(Boolean).length;
  return (
    <section className="mw-card">
      <header>
        <h2>2. Columns</h2>
        <span className="mw-muted" role="status">
          {preview?.preset && `${PRODUCTS[preview.preset]} export, `}
          {preview && `Header in line ${preview.headerline}, `}
          {used} of {head.headers.length} used
        </span>
      </header>
      <ImportNotation notation={props.notation} onNotation={props.onNotation} />
      <ul className="mw-mapping">
        {head.headers.map((header, index) => (
          <ColumnItem
            key={header}
            header={header}
            sample={head.sample[index]}
            decimal={preview?.decimal[header]}
            ignored={preview?.ignored.find(({ column }) => column === header)?.message}
            choices={choices}
            word={words[header] ?? ''}
            onWord={(word) => onMapping({ ...words, [header]: word }, header)}
          />
        ))}
      </ul>
    </section>
  );
}

interface ColumnItemProps {
  header: string;
  /** The first cell of the column. */
  sample: string | undefined;
  decimal: string | undefined;
  /** The reason why the import leaves the column out although its name is known. */
  ignored: string | undefined;
  choices: ImportChoice[];
  word: string;
  onWord: (word: string | null) => void;
}

function ColumnItem({ header, sample, decimal, ignored, choices, word, onWord }: ColumnItemProps) {
  return (
    <li>
      <div className="mw-mapping-from">
        <strong>{header || 'Unnamed'}</strong>
        <span className="mw-muted">{sample}</span>
        {decimal && <span className="mw-muted">Decimal {decimal}</span>}
        {ignored && <span className="mw-muted">{ignored}</span>}
      </div>
      <IconArrowRight size={16} aria-hidden />
      <NativeSelect
        aria-label={`Field for the column ${header}`}
        data={choices}
        value={word}
        onChange={(event) => onWord(event.currentTarget.value || null)}
      />
    </li>
  );
}
