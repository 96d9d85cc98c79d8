import { useEffect } from 'react';
import { basePath } from '../../../../src/web/api/base-path.ts';
import type { Surface } from '../../surfaces.ts';
import { slideAddressOf } from './address.ts';
import { Scene } from './scene.tsx';
import { Screen, type ScreenTools } from './screen.tsx';
import { useRole } from './use-role.ts';

/** Shows the full-screen display of the lobby. */
export const LobbyPage = () => (
  <Screen title="Lobby">{(tools) => <Surfaced surface="lobby" tools={tools} />}</Screen>
);

/** Shows the full-screen display of the shop floor. */
export const ShopfloorPage = () => (
  <Screen title="Shop floor">{(tools) => <Surfaced surface="shopfloor" tools={tools} />}</Screen>
);

function Surfaced({ surface, tools: { fqdn, isOnline, search } }: { surface: Surface; tools: ScreenTools }) {
  // A screen that was redirected here by its role follows a change of the role.
  const path = useRole(fqdn, search.by === 'role')?.path;
  useEffect(() => {
    if (path && path !== `/display/${surface}`) location.replace(basePath + slideAddressOf(path));
  }, [path, surface]);
  return <Scene surface={surface} fqdn={fqdn} isOnline={isOnline} />;
}
