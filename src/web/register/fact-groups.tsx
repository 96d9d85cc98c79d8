import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { FieldDescriptor, RegisterDescriptor } from '../../kit/resource/descriptor.ts';
import type { RegisterRecord } from '../api/types.ts';
import { useStoredState } from '../parts/use-stored-state.ts';
import { useRecordRegister } from './columns/use-record-register.ts';
import { FieldValue } from './field-value.tsx';
import { displayText } from './resolve.ts';

/** Groups fields by section, in the order of the first field of each. */
export function sectionsOf(fields: FieldDescriptor[]): [string, FieldDescriptor[]][] {
  const sections = new Map<string, FieldDescriptor[]>();
  for (const field of fields) sections.set(field.section, [...(sections.get(field.section) ?? []), field]);
  return [...sections];
}

/** Field that is omitted from the facts, because a card of its own shows the picture. */
const PICTURE = 'imagefilename';

interface FactGroupsProps {
  register: RegisterDescriptor;
  record: RegisterRecord;
  /** Further groups. */
  children?: ReactNode;
}

/**
 * Shows the fields of a record under headings, except those that another part of the page shows. Fields
 * without a value appear on request.
 */
export function FactGroups({ register: own, record, children }: FactGroupsProps) {
  const { register } = useRecordRegister(own, record);
  const [isWhole, setWhole] = useStoredState('facts.empty', false);
  const fields = register.fields.filter((field) => field.name !== PICTURE && !field.elsewhere);
  const filled = fields.filter((field) => !isEmpty(field, record));
  const empty = fields.length - filled.length;
  return (
    <>
      <div className="mw-facts">
        {sectionsOf(isWhole ? fields : filled).map(([title, shown]) => (
          <section key={title} className="mw-card">
            <header>
              <h2>{title}</h2>
            </header>
            <dl className="mw-fact-list">
              {shown.map((field) => (
                <div key={field.name}>
                  <dt>{field.title}</dt>
                  <dd className={field.kind === 'longtext' ? 'mw-long' : undefined}>
                    <FieldValue field={field} record={record} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        {children}
      </div>
      {empty > 0 && (
        <Button
          variant="subtle"
          size="compact-sm"
          ml={-8}
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? 'Hide empty fields' : `Show ${empty} empty ${empty === 1 ? 'field' : 'fields'}`}
        </Button>
      )}
    </>
  );
}

function isEmpty(field: FieldDescriptor, record: RegisterRecord): boolean {
  const value = record[field.name];
  if (Array.isArray(value)) return value.length === 0;
  return value === null || value === undefined || displayText(field, record) === '';
}
