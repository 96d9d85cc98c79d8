import { Button } from '@mantine/core';
import { IconAlertTriangle, IconEqual, IconPencil, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { ImportRecord } from '../../../features/imports/schemas.ts';
import type { RegisterDescriptor } from '../../../kit/resource/descriptor.ts';
import { ChangeText } from '../../parts/change-text.tsx';
import { type ImportRow, OUTCOME_WORDS, OUTCOMES, type Outcome, titledChanges } from './import-types.ts';

const COUNT = new Intl.NumberFormat();
const PORTION = 100;
const ICONS = { add: IconPlus, update: IconPencil, skip: IconEqual, error: IconAlertTriangle };

interface ImportRowsProps {
  record: ImportRecord;
  register: RegisterDescriptor | undefined;
}

/** What becomes of each row, narrowed by outcome; errors first, because they want a person. */
export function ImportRows({ record, register }: ImportRowsProps) {
  const [chosen, setChosen] = useState<Outcome | null>(record.counts.error > 0 ? 'error' : null);
  const [limit, setLimit] = useState(PORTION);
  const rows = chosen ? record.rows.filter((row) => row.outcome === chosen) : record.rows;
  const word = (outcome: Outcome) => OUTCOME_WORDS[outcome][record.dryrun ? 'plan' : 'done'];
  const choose = (outcome: Outcome) => {
    setChosen(chosen === outcome ? null : outcome);
    setLimit(PORTION);
  };
  return (
    <>
      <fieldset className="mw-outcomes" aria-label="Outcomes">
        {OUTCOMES.map((outcome) => {
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
              <strong>{COUNT.format(record.counts[outcome])}</strong> {word(outcome)}
            </button>
          );
        })}
      </fieldset>
      <ul className="mw-import-rows" aria-label="Rows">
        {rows.slice(0, limit).map((row) => (
          <RowItem key={row.row} row={row} word={word(row.outcome)} register={register} />
        ))}
      </ul>
      {rows.length > limit && (
        <div className="mw-import-more">
          <Button variant="default" size="compact-sm" onClick={() => setLimit(limit + PORTION)}>
            Show {Math.min(PORTION, rows.length - limit)} more of {COUNT.format(rows.length)}
          </Button>
        </div>
      )}
    </>
  );
}

interface RowItemProps {
  row: ImportRow;
  word: string;
  register: RegisterDescriptor | undefined;
}

function RowItem({ row, word, register }: RowItemProps) {
  const Icon = ICONS[row.outcome];
  const changes = titledChanges(register, row.changes);
  return (
    <li>
      <div className="mw-import-head" data-outcome={row.outcome}>
        <Icon size={16} aria-hidden />
        <strong>Line {row.line}</strong>
        <span>{word}</span>
      </div>
      <div className="mw-break">
        {row.reason && <p>{row.reason}</p>}
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
