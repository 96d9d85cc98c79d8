import { ActionIcon, Button, CopyButton, Menu, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy, IconMapPin, IconMapPinPlus, IconPlugConnected } from '@tabler/icons-react';
import { useMe } from '../../api/queries.ts';
import type { RegisterRecord } from '../../api/types.ts';
import { useNavigateTo } from '../../parts/app-link.tsx';

interface ActionLink {
  protocol: string;
  url: string;
}

/**
 * Shows frequent actions on an asset: copy its number, show or place it on the floor plan, connect to it.
 */
export function AssetActions({ record }: { record: RegisterRecord }) {
  const go = useNavigateTo();
  const number = String(record.assetnumber ?? '');
  const ways = waysInto(record);
  const me = useMe();
  const mayPlace = me?.isadmin || me?.permissions.includes('assets.edit');
  return (
    <>
      {ways.length === 1 && <WayButton way={ways[0]!} />}
      {ways.length > 1 && <WaysMenu ways={ways} />}
      {isPlaced(record) && (
        <Tooltip label="Show on floor plan">
          <ActionIcon
            size={36}
            variant="default"
            aria-label="Show on floor plan"
            onClick={() => go(`/map?level=${record.levelid}&asset=${record.assetid}`)}
          >
            <IconMapPin size={18} />
          </ActionIcon>
        </Tooltip>
      )}
      {!isPlaced(record) && record.isactive !== false && mayPlace && (
        <Tooltip label="Place on floor plan">
          <ActionIcon
            size={36}
            variant="default"
            aria-label="Place on floor plan"
            onClick={() => go(`/map?panel=unplaced&find=${encodeURIComponent(number)}`)}
          >
            <IconMapPinPlus size={18} />
          </ActionIcon>
        </Tooltip>
      )}
      <CopyButton value={number}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? 'Copied' : `Copy ${number}`}>
            <ActionIcon
              size={36}
              variant="default"
              aria-label={copied ? 'Asset number copied' : 'Copy asset number'}
              onClick={copy}
            >
              {copied ? <IconCheck size={18} /> : <IconCopy size={18} />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </>
  );
}

/** Reports whether an asset has a level and a position on the floor plan. */
export const isPlaced = ({ levelid, mapx, mapy }: RegisterRecord): boolean =>
  Boolean(levelid) && typeof mapx === 'number' && typeof mapy === 'number';

function waysInto({ accessmethods }: RegisterRecord): ActionLink[] {
  if (!Array.isArray(accessmethods)) return [];
  return (accessmethods as { protocol?: string; url?: string | null }[]).flatMap(({ protocol, url }) =>
    protocol && url ? [{ protocol, url }] : [],
  );
}

function WayButton({ way }: { way: ActionLink }) {
  return (
    <Button
      component="a"
      href={way.url}
      rel="noopener noreferrer"
      variant="default"
      leftSection={<IconPlugConnected size={16} />}
    >
      {way.protocol}
    </Button>
  );
}

function WaysMenu({ ways }: { ways: ActionLink[] }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconPlugConnected size={16} />}>
          Connect
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {ways.map(({ protocol, url }) => (
          <Menu.Item key={protocol} component="a" href={url} rel="noopener noreferrer">
            {protocol}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
