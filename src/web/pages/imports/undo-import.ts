import type { ImportSummary } from '../../../features/imports/schemas.ts';
import { request } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { toastDone } from '../../parts/toasts.tsx';

/**
 * Undoes an import, reloads all data and confirms it. Throws the error of the server, which lists the records
 * that have changed since; then nothing is undone.
 */
export async function undoImport(record: Pick<ImportSummary, 'importid' | 'filename'>): Promise<void> {
  await request('POST', `/imports/${record.importid}/undo`);
  await queryClient.invalidateQueries();
  toastDone(`Import of ${record.filename} undone.`);
}
