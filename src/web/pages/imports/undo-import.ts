import type { ImportSummary } from '../../../features/imports/schemas.ts';
import { request } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { toastDone } from '../../parts/toasts.tsx';

/** Takes an import back; throws with what has been changed since, and then nothing has happened. */
export async function undoImport(record: Pick<ImportSummary, 'importid' | 'filename'>): Promise<void> {
  await request('POST', `/imports/${record.importid}/undo`);
  await queryClient.invalidateQueries();
  toastDone(`The import of ${record.filename} is undone.`);
}
