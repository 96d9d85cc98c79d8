import { IconCheck, IconExternalLink, IconMinus } from '@tabler/icons-react';
import type { FieldDescriptor } from '../../kit/resource/descriptor.ts';
import { useRegisters } from '../api/queries.ts';
import type { RegisterRecord } from '../api/types.ts';
import { AppLink } from '../parts/app-link.tsx';
import { RegisterIcon } from '../parts/register-icon.tsx';
import { StateBadge } from '../parts/state-badge.tsx';
import { Swatch } from '../parts/swatch.tsx';
import { calendarDate, RelativeTime } from '../parts/time.tsx';
import { useFieldRenderer } from './plugin-hooks.ts';
import { displayText } from './resolve.ts';
import { toStructuredLines } from './row-shapes.ts';

interface FieldValueProps {
  field: FieldDescriptor;
  record: RegisterRecord;
  /** Makes references, URLs and email addresses links. Off where the row itself is a link. */
  linked?: boolean;
}

/** Shows one value, with the renderer of a plugin if the field declares one, else by its kind. */
export function FieldValue(props: FieldValueProps) {
  const { drawn } = props.field;
  return drawn ? <DrawnValue {...props} name={drawn} /> : <KindValue {...props} />;
}

function DrawnValue({ name, ...props }: FieldValueProps & { name: string }) {
  const drawn = useFieldRenderer(name);
  if (drawn === undefined) return null;
  const { field, record, linked = true } = props;
  return drawn?.value ? (
    <drawn.value value={record[field.name]} record={record} linked={linked} />
  ) : (
    <KindValue {...props} />
  );
}

function KindValue({ field, record, linked = true }: FieldValueProps) {
  const value = record[field.name];
  const text = displayText(field, record);
  if (value === null || value === undefined || text === '') return <span className="mw-muted">–</span>;
  if (field.state) return <StateBadge word={text} />;
  switch (field.kind) {
    case 'boolean':
      return (
        <span className="mw-state">
          {value ? (
            <IconCheck size={16} aria-hidden />
          ) : (
            <IconMinus size={16} aria-hidden className="mw-muted" />
          )}
          {text}
        </span>
      );
    case 'date':
      return <time dateTime={text}>{calendarDate(text)}</time>;
    case 'instant':
      return <RelativeTime at={text} />;
    case 'color':
      return (
        <span>
          <Swatch color={text} />
          {text}
        </span>
      );
    case 'icon':
      return (
        <span className="mw-state">
          <RegisterIcon name={text} size={16} />
          {text}
        </span>
      );
    case 'url':
      return linked && /^https?:\/\//i.test(text) ? <ExternalLink href={text} /> : text;
    case 'email':
      return linked ? <a href={`mailto:${text}`}>{text}</a> : text;
    case 'ref':
      return linked ? <RefLink field={field} id={value} text={text} /> : text;
    case 'integer':
    case 'number':
      return field.unit ? `${Number(value).toLocaleString('en')} ${field.unit}` : text;
    case 'secret':
      // The server sends the clear text to callers who may read it, and the mask to others.
      return value === '********' ? <span className="mw-muted">Set (hidden)</span> : text;
    case 'json':
      return <StructuredValue value={value} />;
    default:
      return text;
  }
}

function StructuredValue({ value }: { value: unknown }) {
  const lines = toStructuredLines(value);
  if (lines.length === 0) return <span className="mw-muted">–</span>;
  return (
    <ul>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

function ExternalLink({ href }: { href: string }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {href.replace(/^https?:\/\//i, '')} <IconExternalLink size={14} aria-label="opens in a new tab" />
    </a>
  );
}

function RefLink({ field, id, text }: { field: FieldDescriptor; id: unknown; text: string }) {
  const hasRegister = useRegisters().some((register) => register.path === field.ref?.path);
  return hasRegister ? <AppLink to={`${field.ref?.path}/${id}`}>{text}</AppLink> : text;
}
