import type { ReactNode } from 'react';

/** Shows a card of facts. A fact without a value is left out. */
export function FactList({ title, facts }: { title: string; facts: readonly [string, ReactNode][] }) {
  const filledFacts = facts.filter(([, value]) => value !== null && value !== undefined && value !== '');
  return (
    <section className="mw-card" aria-label={title}>
      <header>
        <h2>{title}</h2>
      </header>
      <dl className="mw-fact-list">
        {filledFacts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
