import { Button } from '@mantine/core';
import { useState } from 'react';
import type { DemoStateRecord } from '../../../../features/demo/schemas.ts';
import { isDemoBusy, startDemoRemoval, useDemo } from '../../../api/demo.ts';
import { AppLink } from '../../../parts/app-link.tsx';
import { ConfirmModal } from '../../../parts/confirm-modal.tsx';
import { DemoProgress, LoadDemo } from '../../../parts/load-demo.tsx';
import { RelativeTime } from '../../../parts/time.tsx';

/** Loads and removes the demo data, and names the records that stayed after a removal. */
export function DemoCard() {
  const demo = useDemo();
  const [isOpen, setOpen] = useState(false);
  if (!demo) return null;
  const isRemovable = demo.state === 'loaded' || demo.state === 'incomplete';
  return (
    <section className="mw-card" aria-label="Demo data">
      <header>
        <h2>Demo data</h2>
        {isRemovable && (
          <Button size="compact-sm" variant="default" onClick={() => setOpen(true)}>
            Remove demo data
          </Button>
        )}
      </header>
      <div className="mw-card-pad mw-stack">
        <DemoText demo={demo} />
        {isDemoBusy(demo) ? <DemoProgress demo={demo} /> : <LoadDemo />}
        <KeptRecords removal={demo.removal} />
      </div>
      <ConfirmModal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title="Remove demo data?"
        action="Remove demo data"
        danger
        onConfirm={startDemoRemoval}
      >
        <p>
          This deletes all {demo.assets} demo assets and everything else that the demo data created, even
          where you edited it. It cannot be undone.
        </p>
        <p>Your own records stay, and so do demo records that your own records use.</p>
      </ConfirmModal>
    </section>
  );
}

function DemoText({ demo }: { demo: DemoStateRecord }) {
  if (demo.state === 'none')
    return (
      <p className="mw-muted">
        An invented plant with 200 assets to try everything. You can remove it again. Alerts and mails include
        it.
      </p>
    );
  if (demo.state === 'incomplete')
    return (
      <p className="mw-muted">
        The last change of the demo data did not finish. Load the rest, or remove it.
      </p>
    );
  if (demo.state !== 'loaded') return null;
  return (
    <p className="mw-muted">
      {demo.assets} demo assets, loaded by {demo.startedby} <RelativeTime at={demo.startedat!} />.
    </p>
  );
}

function KeptRecords({ removal }: Pick<DemoStateRecord, 'removal'>) {
  if (!removal) return null;
  if (removal.kept === 0) return <p role="status">The demo data were removed.</p>;
  return (
    <div role="status">
      <p>
        The demo data were removed. {removal.kept} {removal.kept === 1 ? 'record is' : 'records are'} in use
        by your own records and {removal.kept === 1 ? 'was' : 'were'} kept:
      </p>
      <ul>
        {removal.keptrecords.map(({ kind, name, path }) => (
          <li key={path}>
            {kind} <AppLink to={path}>{name}</AppLink>
          </li>
        ))}
        {removal.kept > removal.keptrecords.length && <li>and others</li>}
      </ul>
    </div>
  );
}
