import type { QueryValue } from '../api/base-path.ts';
import { getBlob } from '../api/client.ts';
import { saveBlob } from './save-blob.ts';
import { toastError } from './toasts.tsx';

interface CsvFile {
  path: string;
  query?: Record<string, QueryValue>;
  /** Of the file, without its ending. */
  name: string;
  /** Said when it cannot be had. */
  failure?: string;
}

/** Downloads what an address lists as a CSV document that Excel reads as UTF-8. */
export async function saveCsv({ path, query, name, failure }: CsvFile): Promise<void> {
  try {
    saveBlob(await getBlob(path, { ...query, format: 'csv', bom: 'true' }), `${name}.csv`);
  } catch (error) {
    toastError(error, failure ?? 'The list could not be downloaded');
  }
}
