import { Button } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import type { ReportSummary } from '../../../features/reports/index.ts';
import { queryString } from '../../api/base-path.ts';
import { useNavigateTo } from '../../parts/app-link.tsx';
import { AddFilter } from '../../register/add-filter.tsx';
import { FilterChips } from '../../register/filter-chips.tsx';
import { FormField } from '../../register/form-field.tsx';
import { parseInput } from '../../register/form-values.ts';

/** What a report is asked by and narrowed to, under the names that the API uses. */
export type ReportParameterValues = Record<string, string>;

interface AsksProps {
  report: ReportSummary;
  asked: ReportParameterValues;
}

/** What stands in the address of what the page shows, so that the table is never narrowed by what nobody sees. */
export function useReportParameters({ parameters, filters }: ReportSummary): ReportParameterValues {
  const search = useLocation().search as ReportParameterValues;
  const names = [...parameters, ...filters].map(({ name }) => name);
  return Object.fromEntries(names.flatMap((name) => (search[name] ? [[name, search[name]]] : [])));
}

/** A way to put other values into the address. */
function useAsk({ key }: ReportSummary) {
  const go = useNavigateTo();
  return (next: Readonly<Record<string, string | undefined>>) =>
    go(`/reports/${key}${queryString(next)}`, { replace: true });
}

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
            onChange={(value) => put(field.name, value)}
          />
        ))}
      </div>
    </div>
  );
}

/** Where the rows stand, as lists are filtered; nothing for a report whose rows stand nowhere. */
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
      {/* Printed too: figures of one hall must not pass for those of the plant. */}
      <FilterChips {...narrowing} />
      {Object.keys(values).length > 0 && (
        <Button className="mw-no-print" variant="subtle" onClick={() => ask(others)}>
          Clear filters
        </Button>
      )}
    </search>
  );
}
