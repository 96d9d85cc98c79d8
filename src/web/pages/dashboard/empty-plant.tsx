import { Button } from '@mantine/core';
import { IconBuildingFactory2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { navigationQuery, useRegisters } from '../../api/queries.ts';
import { AppLink, useNavigateTo } from '../../parts/app-link.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { RegisterIcon } from '../../parts/register-icon.tsx';
import { listNavigationLeaves } from '../../shell/navigation.tsx';

const LoadDemo = lazy(async () => ({ default: (await import('../../parts/load-demo.tsx')).LoadDemo }));

const FIRST_STEPS = [
  {
    icon: 'upload',
    title: 'Import a spreadsheet',
    text: 'Upload a CSV or Excel file. A preview shows the result for each row.',
    to: '/imports',
  },
  {
    icon: 'device-desktop',
    title: 'Connect inventory agents',
    text: 'Create a service token and enter it, with the address of this appliance, in the GLPI, FusionInventory or OCS agents of your PCs.',
    to: '/admin/tokens',
  },
];

/**
 * Shows the dashboard of a plant without assets. Admins get links to start with, if this appliance has the
 * pages.
 */
export function EmptyPlant({ isadmin }: { isadmin: boolean }) {
  const go = useNavigateTo();
  const cancreate = useRegisters().some((register) => register.name === 'assets' && register.can.create);
  const pages = listNavigationLeaves(useQuery(navigationQuery).data ?? []).map((leaf) => leaf.path);
  const ways = FIRST_STEPS.filter((way) => pages.includes(way.to));
  return (
    <section className="mw-card">
      <EmptyState
        icon={<IconBuildingFactory2 size={32} />}
        title="No assets yet"
        actions={
          <>
            {cancreate && <Button onClick={() => go('/assets/new')}>Add first asset</Button>}
            {isadmin && (
              <Suspense fallback={null}>
                <LoadDemo />
              </Suspense>
            )}
          </>
        }
      >
        Keep all machines, computers, printers, network devices and measuring tools in one register.
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
