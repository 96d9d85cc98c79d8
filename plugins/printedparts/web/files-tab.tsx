import { ActionIcon } from '@mantine/core';
import { IconDownload, IconFileStack, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { request } from '../../../src/web/api/client.ts';
import { useMe } from '../../../src/web/api/queries.ts';
import { queryClient } from '../../../src/web/api/query-client.ts';
import { ConfirmModal } from '../../../src/web/parts/confirm-modal.tsx';
import { DataTable, type TableColumn } from '../../../src/web/parts/data-table.tsx';
import { saveFile } from '../../../src/web/parts/save-file.ts';
import { sizeText } from '../../../src/web/parts/size-text.ts';
import { SmallButton } from '../../../src/web/parts/small-button.tsx';
import { RelativeTime } from '../../../src/web/parts/time.tsx';
import { toastDone } from '../../../src/web/parts/toasts.tsx';
import type { TabProps } from '../../../src/web/plugin-parts.tsx';
import { useGrowingList } from '../../../src/web/register/growing-list.tsx';
import type { PrintFile } from '../file-routes.ts';
import { RevisionModal } from './revision-modal.tsx';

const save = ({ fileid, originalname }: PrintFile) =>
  saveFile(`/printedparts/files/${fileid}/download`, originalname, `${originalname} could not be read`);

/** Lists the print files of a part, newest revision first. */
export function FilesTab({ record, id }: TabProps) {
  const me = useMe();
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<PrintFile | null>(null);
  const path = `/printedparts/items/${id}/files`;
  const list = useGrowingList<PrintFile>(['printfiles', id], path, 'Older revisions');
  const has = (right: string) => me?.isadmin || me?.permissions.includes(`printedparts.${right}`);
  return (
    <>
      <DataTable
        title="Print files"
        {...list}
        rowKey={(row) => row.fileid}
        columns={COLUMNS}
        actions={(row) => (
          <>
            <ActionIcon aria-label={`Download revision ${row.revision}`} onClick={() => void save(row)}>
              <IconDownload size={16} />
            </ActionIcon>
            {has('delete') && (
              <ActionIcon aria-label={`Delete revision ${row.revision}`} onClick={() => setRemoving(row)}>
                <IconTrash size={16} />
              </ActionIcon>
            )}
          </>
        )}
        add={
          has('edit') && (
            <SmallButton icon={IconPlus} onClick={() => setAdding(true)}>
              New revision
            </SmallButton>
          )
        }
        empty={{
          icon: IconFileStack,
          title: 'No print files yet',
          text: 'Upload the file to print the part from. Each file becomes the next revision, and older revisions stay.',
        }}
      />
      {adding && (
        <RevisionModal path={path} label={String(record.itemcode)} onClose={() => setAdding(false)} />
      )}
      <RemoveRevision file={removing} onClose={() => setRemoving(null)} />
    </>
  );
}

function RemoveRevision({ file, onClose }: { file: PrintFile | null; onClose: () => void }) {
  const remove = async () => {
    if (!file) return;
    await request('DELETE', `/printedparts/files/${file.fileid}`);
    await queryClient.invalidateQueries();
    toastDone(`Revision ${file.revision} is deleted.`);
  };
  return (
    <ConfirmModal
      opened={file !== null}
      onClose={onClose}
      title={`Delete revision ${file?.revision}`}
      action="Delete"
      danger
      onConfirm={remove}
    >
      {file?.originalname} is permanently deleted. You cannot undo this.
    </ConfirmModal>
  );
}

const COLUMNS: TableColumn<PrintFile>[] = [
  { title: 'Revision', headline: true, cell: ({ revision }) => <b>Rev {revision}</b> },
  {
    title: 'File',
    wrap: true,
    cell: (row) => (
      <button type="button" className="mw-link" onClick={() => void save(row)}>
        {row.originalname}
      </button>
    ),
  },
  { title: 'Changes', wrap: true, cell: ({ note }) => note ?? <span className="mw-muted">–</span> },
  { title: 'Size', align: 'right', cell: ({ size }) => sizeText(size) },
  { title: 'Uploaded by', cell: ({ uploadedby }) => uploadedby },
  { title: 'Uploaded', cell: ({ createddate }) => <RelativeTime at={createddate} /> },
];
