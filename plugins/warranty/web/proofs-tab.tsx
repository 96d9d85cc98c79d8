import { IconCertificate } from '@tabler/icons-react';
import { useState } from 'react';
import { useMe } from '../../../src/web/api/queries.ts';
import { queryClient } from '../../../src/web/api/query-client.ts';
import { createFileForm, upload } from '../../../src/web/api/upload.ts';
import { DataTable, type TableColumn } from '../../../src/web/parts/data-table.tsx';
import { FileButton } from '../../../src/web/parts/file-button.tsx';
import { FileLink } from '../../../src/web/parts/file-link.tsx';
import { sizeText } from '../../../src/web/parts/size-text.ts';
import { RelativeTime } from '../../../src/web/parts/time.tsx';
import { toastDone, toastError } from '../../../src/web/parts/toasts.tsx';
import type { TabProps } from '../../../src/web/plugin-parts.tsx';
import { useGrowingList } from '../../../src/web/register/growing-list.tsx';

interface Proof {
  warrantyproofid: number;
  filename: string;
  originalname: string;
  size: number;
  createddate: string;
}

/** Shows the tab with the documents of a warranty. */
export function ProofsTab({ id, record }: TabProps) {
  const me = useMe();
  const [busy, setBusy] = useState(false);
  const path = `/warranty/${id}/proofs`;
  const list = useGrowingList<Proof>(['ledger', path], path, 'Older documents');
  const has = (right: string) => me?.isadmin || me?.permissions.includes(`warranty.${right}`);
  const send = async (file: File) => {
    setBusy(true);
    try {
      const { auditid } = await upload(`/warranty/${id}/proof`, createFileForm(file));
      await queryClient.invalidateQueries();
      toastDone(`${file.name} is saved with ${record.warrantyname}.`, auditid);
    } catch (error) {
      toastError(error, `${file.name} could not be saved`);
    } finally {
      setBusy(false);
    }
  };
  return (
    <DataTable
      title="Documents"
      {...list}
      rowKey={(row) => row.warrantyproofid}
      columns={columnsFor(Boolean(has('view')))}
      add={
        has('edit') &&
        record.isactive !== false && (
          <FileButton
            size="compact-sm"
            loading={busy}
            accept=".pdf,.png,.jpg,.jpeg,.webp,.gif"
            onFile={(file) => void send(file)}
          >
            Add document
          </FileButton>
        )
      }
      empty={{
        icon: IconCertificate,
        title: 'No documents yet',
        text: 'Add the invoice, the certificate or the contract as a PDF or image of at most 20 MB.',
      }}
    />
  );
}

const columnsFor = (mayRead: boolean): TableColumn<Proof>[] => [
  {
    title: 'File',
    headline: true,
    cell: ({ filename, originalname }) =>
      mayRead ? <FileLink path={`/warranty/proof/${filename}`} name={originalname} /> : originalname,
  },
  { title: 'Size', align: 'right', cell: (row) => sizeText(row.size) },
  { title: 'Added', cell: (row) => <RelativeTime at={row.createddate} /> },
];
