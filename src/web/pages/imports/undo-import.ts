import type { ImportSummary } from '../../../features/imports/schemas.ts';
import { request } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { toastDone } from '../../parts/toasts.tsx';

/**
 * Undoes an import, reloads all data and shows a message. Throws `ApiError`. When records have changed since,
 * nothing is undone, and the error lists the first 100 of them.
 */
export async function undoImport(record: Pick<ImportSummary, 'importid' | 'filename'>): Promise<void> {
  await request('POST', `/imports/${record.importid}/undo`);
  await queryClient.invalidateQueries();
  toastDone(`Import of ${record.filename} undone.`);
}
