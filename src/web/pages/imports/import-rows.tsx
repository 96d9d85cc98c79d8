import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconAlertTriangle, IconEqual, IconPencil, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { ImportRecord } from '../../../features/imports/schemas.ts';
import type { RegisterDescriptor } from '../../../kit/resource/descriptor.ts';
import { ChangeText } from '../../parts/change-text.tsx';
import { BREAK } from '../../theme.ts';
import { withAddedFields } from './added-fields.ts';
import {
  errorLabel,
  IMPORT_OUTCOMES,
  type ImportOutcome,
  type ImportRow,
  OUTCOME_LABELS,
  toTitledChanges,
} from './import-types.ts';
import '../../parts/outcome-styles.ts';

const COUNT = new Intl.NumberFormat('en');
/** Number of rows that fill a few screens. */
const PAGE_SIZE = 100;
const PHONE_PAGE_SIZE = 20;
/** Maximum number of lines that are listed for a shared reason. */
const NAMED = 8;
const ICONS = { add: IconPlus, update: IconPencil, skip: IconEqual, error: IconAlertTriangle };

interface ImportRowsProps {
  record: ImportRecord;
  register: RegisterDescriptor | undefined;
}

/**
 * Shows the outcome of each row, filtered by outcome. Starts with errors, because the user must handle them.
 */
export function ImportRows({ record, register: own }: ImportRowsProps) {
  const register = withAddedFields(own, record);
  const [chosen, setChosen] = useState<ImportOutcome | null>(record.counts.error > 0 ? 'error' : null);
  const portion = useMediaQuery(`(max-width: ${BREAK.phone - 1}px)`, false, {
    getInitialValueInEffect: false,
  })
    ? PHONE_PAGE_SIZE
    : PAGE_SIZE;
  const [limit, setLimit] = useState(portion);
  const rows = groupRows(chosen ? record.rows.filter((row) => row.outcome === chosen) : record.rows);
  const labelOf = (outcome: ImportOutcome) => OUTCOME_LABELS[outcome][record.dryrun ? 'plan' : 'done'];
  const choose = (outcome: ImportOutcome) => {
    setChosen(chosen === outcome ? null : outcome);
    setLimit(portion);
  };
  return (
    <>
      <fieldset className="mw-outcomes" aria-label="Outcomes">
        {IMPORT_OUTCOMES.map((outcome) => {
          const Icon = ICONS[outcome];
          return (
            <button
              key={outcome}
              type="button"
              className="mw-chip mw-outcome"
              data-outcome={outcome}
              aria-pressed={chosen === outcome}
              disabled={record.counts[outcome] === 0}
              onClick={() => choose(outcome)}
            >
              <Icon size={16} aria-hidden />
              <strong>{COUNT.format(record.counts[outcome])}</strong> {labelOf(outcome)}
            </button>
          );
        })}
      </fieldset>
      <ul className="mw-import-rows" aria-label="Rows">
        {rows.slice(0, limit).map(({ row, lines }) => (
          <RowItem key={row.row} row={row} lines={lines} word={labelOf(row.outcome)} register={register} />
        ))}
      </ul>
      {rows.length > limit && (
        <div className="mw-import-more">
          <Button variant="default" size="compact-sm" onClick={() => setLimit(limit + portion)}>
            Show {Math.min(portion, rows.length - limit)} more of {COUNT.format(rows.length)}
          </Button>
        </div>
      )}
    </>
  );
}

/** Combines rows that were rejected for the same reason into one item with their lines. */
function groupRows(rows: readonly ImportRow[]): { row: ImportRow; lines: number[] }[] {
  const items: { row: ImportRow; lines: number[] }[] = [];
  const refused = new Map<string, number[]>();
  for (const row of rows) {
    const sameReason = row.outcome === 'error' && row.reason ? refused.get(row.reason) : undefined;
    if (sameReason) {
      sameReason.push(row.line);
      continue;
    }
    const lines = [row.line];
    if (row.outcome === 'error' && row.reason) refused.set(row.reason, lines);
    items.push({ row, lines });
  }
  return items;
}

/** Formats line numbers as `Line 7` or `34 lines: 2, 11, 20 …`. */
function linesText(lines: readonly number[]): string {
  if (lines.length === 1) return `Line ${lines[0]}`;
  const named = lines.slice(0, NAMED).join(', ');
  return `${COUNT.format(lines.length)} lines: ${named}${lines.length > NAMED ? ' …' : ''}`;
}

interface RowItemProps {
  row: ImportRow;
  lines: readonly number[];
  word: string;
  register: RegisterDescriptor | undefined;
}

function RowItem({ row, lines, word, register }: RowItemProps) {
  const Icon = ICONS[row.outcome];
  const changes = toTitledChanges(register, row.changes);
  return (
    <li>
      <div className="mw-import-head" data-outcome={row.outcome}>
        <Icon size={16} aria-hidden />
        <span>
          <strong>{linesText([...lines, ...row.merged])}</strong> {word}
        </span>
      </div>
      <div className="mw-break">
        {row.outcome !== 'error' && row.reason}
        <RowErrors errors={row.errors} register={register} />
        {changes.length > 0 && (
          <dl className="mw-import-changes">
            {changes.map(({ name, title, change: [from, to] }) => (
              <div key={name}>
                <dt>{title}</dt>
                <dd>{row.outcome === 'add' ? String(to ?? '–') : <ChangeText from={from} to={to} />}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </li>
  );
}

interface RowErrorsProps {
  errors: ImportRow['errors'];
  register: RegisterDescriptor | undefined;
}

/** Shows the errors of a row, each beside its column. */
function RowErrors({ errors, register }: RowErrorsProps) {
  if (errors.length === 0) return null;
  return (
    <ul className="mw-import-errors">
      {errors.map((error) => {
        const label = errorLabel(register, error);
        return (
          <li key={`${label} ${error.message}`}>
            {label && <strong>{label}:</strong>} {error.message}
          </li>
        );
      })}
    </ul>
  );
}
