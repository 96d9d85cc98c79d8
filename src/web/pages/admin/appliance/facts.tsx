import type { ReactNode } from 'react';

/** One fact of a card; left out where there is nothing to say. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A part of the appliance: its heading, the way to its page, and its facts. */
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
