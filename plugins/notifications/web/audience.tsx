import { useQuery } from '@tanstack/react-query';
import { get, request } from '../../../src/web/api/client.ts';
import { recordQuery } from '../../../src/web/api/queries.ts';
import type { FieldRenderer, PluginFieldInputProps } from '../../../src/web/plugin-parts.tsx';
import { FormField } from '../../../src/web/register/form-field.tsx';

const COUNT = new Intl.NumberFormat('en');
const formatCount = (count: number, one: string, many: string) =>
  `${COUNT.format(count)} ${count === 1 ? one : many}`;

type Values = Readonly<Record<string, unknown>>;

/** The last input of the form, with the resulting audience below it. */
function LastInput({ field, ...props }: PluginFieldInputProps) {
  return (
    <div>
      <FormField {...props} field={{ ...field, drawn: undefined }} record={null} />
      {props.values && <Audience values={props.values} />}
    </div>
  );
}

/** Shows who will see the notice with the current values of the form. */
function Audience({ values }: { values: Values }) {
  const lines = [useDisplays(values), personOf(values), usePcs(values)].filter(Boolean);
  return (
    <section className="mw-card mw-card-pad" aria-label="Recipients" style={{ marginTop: 16 }}>
      <strong>Recipients</strong>
      <div role="status">
        {lines.length === 0 ? (
          <p className="mw-muted">No recipients yet. Choose displays, an employee or PCs.</p>
        ) : (
          <ul>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
        {values.isactive === false && <p className="mw-muted">The notice is inactive, so it is not shown.</p>}
      </div>
    </section>
  );
}

/**
 * Describes the displays that show the notice: those of the unit or all, with the number of configured ones.
 */
function useDisplays({ isshopfloor, businessunitid }: Values): string | null {
  const isOn = isshopfloor === true;
  const unitid = Number(businessunitid ?? 0);
  const unit = useQuery({ ...recordQuery('/businessunits', unitid), enabled: isOn && unitid > 0 }).data;
  const displays = useQuery({
    queryKey: ['displays-of', unitid],
    queryFn: async () => {
      const query = { businessunitid: unitid || undefined, per_page: 1 };
      const { pagination, data } = await request<unknown[]>('GET', '/dashboarddefaults', { query });
      return pagination?.total ?? data.length;
    },
    enabled: isOn,
    retry: false,
  }).data;
  if (!isOn) return null;
  const whose = unitid > 0 ? `displays of ${unit?.businessunit ?? '…'}` : 'all displays';
  return `Displays: ${whose}${displays === undefined ? '' : ` (${formatCount(displays, 'is', 'are')} set up)`}`;
}

const personOf = ({ employeesso }: Values): string | null =>
  employeesso ? `Employee: ${String(employeesso)}, on the employee page` : null;

/** Describes the PCs of the scope, with their number if the user may see it. */
function usePcs({ alertfleet, alertscope }: Values): string | null {
  const isOn = alertfleet === true;
  const scope = alertscope ? JSON.stringify(alertscope) : undefined;
  const { data } = useQuery({
    queryKey: ['alert-audience', scope ?? null],
    queryFn: ({ signal }) => get<{ count: number }>('/endpoints/scope', { scope }, signal),
    enabled: isOn,
    retry: false,
  });
  if (!isOn) return null;
  if (!data) return scope ? 'PCs: the selected PCs' : 'PCs: all PCs';
  return `PCs: ${data.count === 0 ? 'no PC' : formatCount(data.count, 'PC', 'PCs')}`;
}

export const audience: FieldRenderer = { input: LastInput };
