import { NativeSelect } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import type { RegisterDescriptor } from '../../../kit/resource/descriptor.ts';
import type { CsvHead } from './csv-head.ts';
import { importFields, importWord, type Mapping } from './import-types.ts';

interface ImportMappingProps {
  register: RegisterDescriptor;
  target: string;
  head: CsvHead;
  /** As chosen, or as the server suggested. */
  mapping: Mapping;
  onMapping: (mapping: Mapping) => void;
}

/** Which column becomes which field. Suggested by name; every one can be changed. */
export function ImportMapping({ register, target, head, mapping, onMapping }: ImportMappingProps) {
  const fields = importFields(register, target);
  const words: Mapping = Object.fromEntries(
    head.headers.map((header) => {
      const field = mapping[header];
      return [header, field ? importWord(register, field) : null];
    }),
  );
  const extra = Object.values(words).filter(
    (word): word is string => word !== null && !fields.some(({ value }) => value === word),
  );
  const choices = [
    { value: '', label: 'Leave out' },
    ...fields,
    ...extra.map((word) => ({ value: word, label: word })),
  ];
  const used = Object.values(words).filter(Boolean).length;
  return (
    <section className="mw-card">
      <header>
        <h2>2. Columns</h2>
        <span className="mw-muted" role="status">
          {used} of {head.headers.length} used
        </span>
      </header>
      <ul className="mw-mapping">
        {head.headers.map((header, index) => (
          <li key={header}>
            <div className="mw-mapping-from">
              <strong>{header || 'No name'}</strong>
              <span className="mw-muted">{head.sample[index]}</span>
            </div>
            <IconArrowRight size={16} aria-hidden />
            <NativeSelect
              aria-label={`Field for the column ${header}`}
              data={choices}
              value={words[header] ?? ''}
              onChange={(event) => onMapping({ ...words, [header]: event.currentTarget.value || null })}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
