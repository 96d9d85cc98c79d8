import type { ReactNode } from 'react';
import type { FieldDescriptor, RegisterDescriptor } from '../../kit/resource/descriptor.ts';
import type { RegisterRecord } from '../api/types.ts';
import { FieldValue } from './field-value.tsx';

/** Fields by the heading under which they stand, in the order of their first field. */
export function sectionsOf(fields: FieldDescriptor[]): [string, FieldDescriptor[]][] {
  const sections = new Map<string, FieldDescriptor[]>();
  for (const field of fields) sections.set(field.section, [...(sections.get(field.section) ?? []), field]);
  return [...sections];
}

/** Shown as what it is, in a card of its own. */
const PICTURE = 'imagefilename';

interface FactGroupsProps {
  register: RegisterDescriptor;
  record: RegisterRecord;
  /** Further groups. */
  children?: ReactNode;
}

/** Every field of a record, grouped under headings. */
export function FactGroups({ register, record, children }: FactGroupsProps) {
  return (
    <div className="mw-facts">
      {sectionsOf(register.fields.filter((field) => field.name !== PICTURE)).map(([title, fields]) => (
        <section key={title} className="mw-card">
          <header>
            <h2>{title}</h2>
          </header>
          <dl className="mw-fact-list">
            {fields.map((field) => (
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
  );
}
