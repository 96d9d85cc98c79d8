import { Button } from '@mantine/core';
import { IconBuildingFactory2 } from '@tabler/icons-react';
import { useRegisters } from '../../api/queries.ts';
import { AppLink, useGo } from '../../parts/app-link.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { RegisterIcon } from '../../parts/register-icon.tsx';

const WAYS = [
  {
    icon: 'box',
    title: 'By hand',
    text: 'Add the first asset, with a number and a type. Everything else can wait.',
    to: '/assets/new',
  },
  {
    icon: 'upload',
    title: 'From a spreadsheet',
    text: 'Import a CSV file; a dry run says what would happen to each row.',
    to: '/imports',
  },
  {
    icon: 'desktop',
    title: 'By themselves',
    text: 'The agent on each PC reports its hardware, system and software.',
    to: '/endpoints',
  },
];

/** The dashboard of a plant without assets: three ways to begin. */
export function EmptyPlant({ isadmin }: { isadmin: boolean }) {
  const go = useGo();
  const cancreate = useRegisters().some((register) => register.name === 'assets' && register.can.create);
  return (
    <section className="mw-card">
      <EmptyState
        icon={<IconBuildingFactory2 size={32} />}
        title="The register is empty"
        actions={cancreate && <Button onClick={() => go('/assets/new')}>Add the first asset</Button>}
      >
        Machines, computers, printers, network devices, gauges: everything that has a number gets one place
        here.
      </EmptyState>
      {isadmin && (
        <ul className="mw-attention mw-card-pad">
          {WAYS.map((way) => (
            <li key={way.title} className="mw-card">
              <AppLink to={way.to}>
                <RegisterIcon name={way.icon} size={24} />
                <span>
                  <b>{way.title}</b>
                  <span className="mw-muted">{way.text}</span>
                </span>
              </AppLink>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
