import type { ImportSummary } from '../../../features/imports/schemas.ts';
import { request } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { toastDone } from '../../parts/toasts.tsx';

/**
 * Undoes an import, reloads all data and shows a message. Throws `ApiError`. When records have changed since,
 * nothing is undone, and the error lists the first 100 of them.
 */
export async function undoImport(record: Pick<ImportSummary, 'importid' | 'filename'>): Promise<void> {
  const { data } = await request<{ left: { name: string }[] }>('POST', `/imports/${record.importid}/undo`);
  await queryClient.invalidateQueries();
  toastDone(`Import of ${record.filename} undone.${leftText(data.left.map(({ name }) => name))}`);
}

const MAX_NAMES = 5;

/** Returns a sentence about the records that an undo leaves; empty without any. */
function leftText(names: readonly string[]): string {
  if (names.length === 0) return '';
  const rest = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : '';
  return ` These records stay, because others use them: ${names.slice(0, MAX_NAMES).join(', ')}${rest}.`;
}
