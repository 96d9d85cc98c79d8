import './enforce-styles.ts';
import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorView } from '../../../src/web/parts/error-view.tsx';
import { StateBadge } from '../../../src/web/parts/state-badge.tsx';
import type { TabProps } from '../../../src/web/plugin-parts.tsx';
import { type SimulationResult, simulateQuery } from './data.ts';

const FIELDS = [
  ['pctype', 'PC type'],
  ['subtype', 'Subtype of the PC type'],
  ['hostname', 'Host name'],
  ['machinenumber', 'Machine number'],
  ['cmmversion', 'Version of the CMM software'],
] as const;

/** Shows the entries of the draft that one PC would get, and the reason for each other one. */
export function SimulateTab({ id, record }: TabProps) {
  const [pc, setPc] = useState<Record<string, string>>({});
  const [debouncedPc] = useDebouncedValue(pc, 200);
  const pcFacts = Object.fromEntries(
    Object.entries(debouncedPc).map(([key, value]) => [key, value || undefined]),
  );
  const { data, error, refetch } = useQuery(simulateQuery(id, pcFacts));
  return (
    <div className="mw-stack">
      <section className="mw-card" aria-label="Simulated PC">
        <header>
          <h2>Simulated PC</h2>
        </header>
        <div className="mw-card-pad mw-form-grid">
          {FIELDS.map(([name, label]) => (
            <TextInput
              key={name}
              label={label}
              placeholder={name === 'pctype' ? String(record.scopename) : 'Not set'}
              autoComplete="off"
              value={pc[name] ?? ''}
              onChange={({ currentTarget: { value } }) => setPc((now) => ({ ...now, [name]: value }))}
            />
          ))}
        </div>
      </section>
      {error && !data ? <ErrorView error={error} retry={refetch} /> : data && <Outcome simulated={data} />}
    </div>
  );
}

function Outcome({ simulated: { applicable, filtered } }: { simulated: SimulationResult }) {
  return (
    <section className="mw-card" aria-label="Result" aria-live="polite">
      <header>
        <h2>
          Gets {applicable.length} of {applicable.length + filtered.length} entries
        </h2>
      </header>
      <ol className="mw-enforce-entries">
        {applicable.map(({ entryid, Name, Type }) => (
          <li key={entryid}>
            <span className="mw-enforce-name">
              <strong>{Name}</strong>
              <small>{Type}</small>
            </span>
            <StateBadge word="ok" label="Applied" />
          </li>
        ))}
        {filtered.map(({ entryid, Name, reason }) => (
          <li key={entryid} data-off>
            <span className="mw-enforce-name">
              <strong>{Name}</strong>
              <small>{reason}</small>
            </span>
            <StateBadge word="inactive" label="Skipped" />
          </li>
        ))}
      </ol>
    </section>
  );
}
