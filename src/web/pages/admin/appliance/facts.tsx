import type { ReactNode } from 'react';

/** Shows one fact of a card. Callers omit facts without a value. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Shows a part of the appliance with its heading, a link to its page, and its facts. */
export function FactCard({ title, way, children }: { title: string; way?: ReactNode; children: ReactNode }) {
  return (
    <section className="mw-card" aria-label={title}>
      <header>
        <h2>{title}</h2>
        {way}
      </header>
      <dl className="mw-fact-list">{children}</dl>
    </section>
  );
}
