import { ActionIcon, Button, Checkbox, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { ApiError, errorMessage } from '../../api/api-error.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { changeView, deleteView, type SavedView, useMayShare } from './saved-views.ts';

/** Renames, shares and deletes the views that the user may change. */
export function ManageViewsModal({ views, onClose }: { views: SavedView[]; onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title="Saved views">
      <ul className="mw-stack">
        {views.map((view) => (
          <li key={view.savedviewid}>
            <ViewRow view={view} />
          </li>
        ))}
      </ul>
      {views.length === 0 && <p className="mw-muted">No saved views.</p>}
    </Dialog>
  );
}

function ViewRow({ view }: { view: SavedView }) {
  const [name, setName] = useState(view.viewname);
  const [error, setError] = useState<string | null>(null);
  const mayShare = useMayShare();
  const change = async (body: { viewname?: string; isshared?: boolean }) => {
    setError(null);
    try {
      await changeView(view, body);
    } catch (failure) {
      const beside = failure instanceof ApiError ? failure.fielderrors.viewname : undefined;
      setError(beside ?? errorMessage(failure));
    }
  };
  const rename = (event: FormEvent) => {
    event.preventDefault();
    void change({ viewname: name.trim() });
  };
  const dirty = name.trim() !== view.viewname && name.trim() !== '';
  return (
    <form onSubmit={rename}>
      <div className="mw-rows-row">
        <TextInput
          aria-label={`Name of ${view.viewname}`}
          value={name}
          error={error}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {dirty && (
          <Button type="submit" flex="none">
            Rename
          </Button>
        )}
        <ActionIcon size={36} aria-label={`Delete ${view.viewname}`} onClick={() => void deleteView(view)}>
          <IconTrash size={16} />
        </ActionIcon>
      </div>
      <Checkbox
        size="xs"
        disabled={!mayShare && !view.isshared}
        label="Share with all users"
        checked={view.isshared}
        onChange={(event) => void change({ isshared: event.currentTarget.checked })}
      />
    </form>
  );
}
