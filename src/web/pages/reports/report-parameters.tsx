import { Button } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import type { ReportSummary } from '../../../features/reports/index.ts';
import { isDay } from '../../../kit/date-format.ts';
import { queryString } from '../../api/base-path.ts';
import { useNavigateTo } from '../../parts/app-link.tsx';
import { AddFilter } from '../../register/add-filter.tsx';
import { FilterChips } from '../../register/filter-chips.tsx';
import { FormField } from '../../register/form-field.tsx';
import { parseInput } from '../../register/form-values.ts';

/** Parameters and filters of a report, under the names of the API. */
export type ReportParameterValues = Record<string, string>;

interface AsksProps {
  report: ReportSummary;
  asked: ReportParameterValues;
}

/**
 * Returns the parameters and filters in the URL. Ignores those that the page does not show, so that no
 * invisible filter narrows the table.
 */
export function useReportParameters({ parameters, filters }: ReportSummary): ReportParameterValues {
  const search = useLocation().search as ReportParameterValues;
  const names = [...parameters, ...filters].map(({ name }) => name);
  return Object.fromEntries(names.flatMap((name) => (search[name] ? [[name, search[name]]] : [])));
}

/** Returns a function that writes other values to the URL. */
function useAsk({ key }: ReportSummary) {
  const go = useNavigateTo();
  return (next: Readonly<Record<string, string | undefined>>) =>
    go(`/reports/${key}${queryString(next)}`, { replace: true });
}

/** Shows the inputs of the parameters; nothing for a report without any. */
export function ReportParameters({ report, asked }: AsksProps) {
  const ask = useAsk(report);
  const { parameters } = report;
  if (parameters.length === 0) return null;
  const put = (name: string, value: unknown) =>
    ask({ ...asked, [name]: value === null || value === false ? undefined : String(value) });
  return (
    <div className="mw-card mw-fieldset mw-report-asks mw-no-print">
      <div className="mw-form-grid">
        {parameters.map((field) => (
          <FormField
            key={field.name}
            field={field}
            value={parseInput(field, asked[field.name] ?? String(field.default ?? ''))}
            record={null}
            onChange={(value) => isComplete(field, value) && put(field.name, value)}
          />
        ))}
      </div>
    </div>
  );
}

/** Reports whether a value can be sent: not a day of which only the beginning is typed. */
const isComplete = ({ kind }: ReportSummary['parameters'][number], value: unknown): boolean =>
  kind !== 'date' || value === null || isDay(String(value));

/** Shows the place filters like those of lists; nothing for a report whose rows have no place. */
export function ReportPlace({ report, asked }: AsksProps) {
  const ask = useAsk(report);
  const { title, filters } = report;
  if (filters.length === 0) return null;
  const isOfPlace = (name: string) => filters.some((filter) => filter.name === name);
  const [values, others] = [true, false].map((wanted) =>
    Object.fromEntries(Object.entries(asked).filter(([name]) => isOfPlace(name) === wanted)),
  ) as [ReportParameterValues, ReportParameterValues];
  const narrowing = {
    filters,
    values,
    onValues: (next: ReportParameterValues) => ask({ ...others, ...next }),
  };
  return (
    <search className="mw-toolbar" aria-label={`Filter ${title}`}>
      <span className="mw-no-print">
        <AddFilter {...narrowing} />
      </span>
      {/* Also printed, so that figures of one hall are not mistaken for those of the whole plant. */}
      <FilterChips {...narrowing} />
      {Object.keys(values).length > 0 && (
        <Button className="mw-no-print" variant="subtle" onClick={() => ask(others)}>
          Clear filters
        </Button>
      )}
    </search>
  );
}
