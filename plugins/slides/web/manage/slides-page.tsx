import { IconSlideshow } from '@tabler/icons-react';
import { PageHeader } from '../../../../src/web/parts/page-header.tsx';
import { AddressTabs } from '../../../../src/web/register/address-tabs.tsx';
import './manage-styles.ts';
import { SetupPanel } from './setup-panel.tsx';
import { SurfacePanel } from './surface-panel.tsx';

/** Shows the page that manages slides, with a tab for each surface and one with setup instructions. */
export function SlidesPage() {
  return (
    <div className="mw-page">
      <PageHeader
        title="Slides"
        icon={<IconSlideshow size={22} aria-hidden />}
        subtitle="Manage the images that the lobby and shop floor screens show in turn."
      />
      <AddressTabs
        tabs={[
          {
            name: 'lobby',
            title: 'Lobby',
            content: <SurfacePanel key="lobby" surface="lobby" title="Lobby" />,
          },
          {
            name: 'shopfloor',
            title: 'Shop floor',
            content: <SurfacePanel key="shopfloor" surface="shopfloor" title="Shop floor" />,
          },
          { name: 'setup', title: 'Set up a screen', content: <SetupPanel /> },
        ]}
      />
    </div>
  );
}
