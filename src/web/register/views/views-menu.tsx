import { Button, Menu } from '@mantine/core';
import {
  IconBell,
  IconBookmark,
  IconCheck,
  IconDeviceFloppy,
  IconPencil,
  IconUsers,
} from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useMe } from '../../api/queries.ts';
import { useNavigateTo } from '../../parts/app-link.tsx';
import { toastError } from '../../parts/toasts.tsx';
import { hasSameColumns, type ListColumn, readListColumns } from '../columns/list-column.ts';
import { viewQuery } from '../list-state.ts';
import type { ListToolbarProps } from '../list-toolbar-props.ts';
import { loadFullView, type SavedView, useSavedViews, viewAddress } from './saved-views.ts';

const SaveViewModal = lazy(async () => ({
  default: (await import('./save-view-modal.tsx')).SaveViewModal,
}));
const ViewAlertModal = lazy(async () => ({
  default: (await import('./view-alert-modal.tsx')).ViewAlertModal,
}));
const ManageViewsModal = lazy(async () => ({
  default: (await import('./manage-views-modal.tsx')).ManageViewsModal,
}));

/** Lists the saved views of this list: the user's own and shared ones. */
export function ViewsMenu({ register, state, columns, onColumns }: ListToolbarProps) {
  const go = useNavigateTo();
  const me = useMe();
  const views = useSavedViews(register.path);
  const [open, setOpen] = useState<'save' | 'manage' | null>(null);
  const [alerting, setAlerting] = useState<SavedView | null>(null);
  if (!me) return null;
  const query = viewQuery(state);
  const present = views.find(
    (view) => !view.hasmore && viewAddress(view) === query && hasColumns(view, columns, register.labelfield),
  );
  const show = async (listed: SavedView) => {
    try {
      const view = await loadFullView(listed);
      if (view.columns) onColumns(readListColumns(view.columns, register.labelfield));
      const address = viewAddress(view);
      go(register.path + (address ? `?${address}` : ''));
    } catch (error) {
      toastError(error, 'The view was not opened');
    }
  };
  const own = views.filter((view) => view.userid === me.userid || me.isadmin);
  return (
    <>
      <Menu position="bottom-end" width={260}>
        <Menu.Target>
          <Button
            className="mw-views"
            variant="subtle"
            color="gray"
            leftSection={<IconBookmark size={18} />}
            aria-label={present ? `View ${present.viewname}` : 'Views'}
          >
            {present?.viewname ?? 'Views'}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {views.length === 0 && <Menu.Label>Save filters, sorting and columns as a view.</Menu.Label>}
          {views.map((view) => (
            <Menu.Item
              key={view.savedviewid}
              leftSection={view === present ? <IconCheck size={16} /> : <IconBookmark size={16} />}
              rightSection={view.isshared && <IconUsers size={14} aria-label="shared" role="img" />}
              onClick={() => void show(view)}
            >
              {view.viewname}
              {view.userid !== me.userid && <span className="mw-muted"> by {view.username}</span>}
            </Menu.Item>
          ))}
          {views.length > 0 && <Menu.Divider />}
          <Menu.Item leftSection={<IconDeviceFloppy size={16} />} onClick={() => setOpen('save')}>
            Save view
          </Menu.Item>
          {present && (
            <Menu.Item leftSection={<IconBell size={16} />} onClick={() => setAlerting(present)}>
              Alert
            </Menu.Item>
          )}
          {own.length > 0 && (
            <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setOpen('manage')}>
              Manage views
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {open === 'save' && (
          <SaveViewModal
            page={register.path}
            query={query}
            columns={columns}
            own={views.filter((view) => view.userid === me.userid)}
            onClose={() => setOpen(null)}
          />
        )}
        {alerting && <ViewAlertModal view={alerting} onClose={() => setAlerting(null)} />}
        {open === 'manage' && <ManageViewsModal views={own} onClose={() => setOpen(null)} />}
      </Suspense>
    </>
  );
}

const hasColumns = (view: SavedView, columns: readonly ListColumn[], labelfield: string): boolean =>
  !view.columns || hasSameColumns(view.columns, columns, labelfield);
