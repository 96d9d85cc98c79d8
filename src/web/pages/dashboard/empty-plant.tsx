import { Button } from '@mantine/core';
import { IconBuildingFactory2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { navigationQuery, useRegisters } from '../../api/queries.ts';
import { AppLink, useNavigateTo } from '../../parts/app-link.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { RegisterIcon } from '../../parts/register-icon.tsx';
import { listNavigationLeaves } from '../../shell/navigation.tsx';

const WAYS = [
  {
    icon: 'upload',
    title: 'From a spreadsheet',
    text: 'Import a CSV file; a dry run says what would happen to each row.',
    to: '/imports',
  },
  {
    icon: 'device-desktop',
    title: 'By themselves',
    text: 'Make a service token, give it to the GLPI, FusionInventory or OCS agents of the PCs, and point them here.',
    to: '/admin/tokens',
  },
];

/** Shows the dashboard of a plant without assets: links to start with, if this appliance has the pages. */
export function EmptyPlant({ isadmin }: { isadmin: boolean }) {
  const go = useNavigateTo();
  const cancreate = useRegisters().some((register) => register.name === 'assets' && register.can.create);
  const pages = listNavigationLeaves(useQuery(navigationQuery).data ?? []).map((leaf) => leaf.path);
  const ways = WAYS.filter((way) => pages.includes(way.to));
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
      {isadmin && ways.length > 0 && (
        <ul className="mw-attention mw-card-pad">
          {ways.map((way) => (
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
