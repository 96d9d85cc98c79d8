import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { IdentifierHolder } from '../../features/catalog/identifier-holders.ts';
import { get } from '../api/client.ts';
import { AppLink } from '../parts/app-link.tsx';

const IDENTIFIERS = new Set(['assetnumber', 'serialnumber', 'hostname', 'macaddress']);

/** Reports whether a field of an asset identifies one device. */
export const isIdentifier = (name: string): boolean => IDENTIFIERS.has(name);

interface IdentifierNoticeProps {
  /** Name of the field. */
  field: string;
  value: unknown;
  /** ID of the edited asset; undefined for a new one. */
  assetid: number | undefined;
}

/** Warns while the user types an identifier that another asset has. It does not prevent saving. */
export function IdentifierNotice({ field, value, assetid }: IdentifierNoticeProps) {
  const typed = typeof value === 'string' ? value.trim() : '';
  const [text] = useDebouncedValue(typed, 300);
  const { data } = useQuery({
    queryKey: ['identifierholders', field, text, assetid],
    queryFn: ({ signal }) =>
      get<IdentifierHolder[]>('/assets/identifierholders', { field, value: text, except: assetid }, signal),
    enabled: text !== '' && text === typed,
    // A MAC address is malformed until it is complete.
    retry: false,
  });
  const [first, ...others] = (text === typed && data) || [];
  return (
    <div role="status" className="mw-field-notice">
      {first && (
        <>
          <AppLink to={`/assets/${first.assetid}`} target="_blank">
            {first.assetnumber}
          </AppLink>
          {others.length > 0 && ` and ${others.length} more`}
          {others.length > 0 ? ' have' : ' has'} this value already
          {first.isactive || others.length > 0 ? '.' : ', and is inactive.'} Open it, or continue.
        </>
      )}
    </div>
  );
}
