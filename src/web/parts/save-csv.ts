import type { QueryValue } from '../api/base-path.ts';
import { getBlob } from '../api/client.ts';
import { saveBlob } from './save-blob.ts';
import { toastError } from './toasts.tsx';

interface CsvFile {
  path: string;
  query?: Record<string, QueryValue>;
  /** Name of the file without extension. */
  name: string;
  /** Message when the download fails. */
  failure?: string;
  /** Set for a route that returns only CSV. */
  isFile?: boolean;
}

/**
 * Downloads the rows of a list route as CSV with a byte order mark, so that Excel reads it as UTF-8. A
 * failure appears as a toast and does not throw.
 */
export async function saveCsv({ path, query, name, failure, isFile }: CsvFile): Promise<void> {
  try {
    const format = isFile ? {} : { format: 'csv' };
    saveBlob(await getBlob(path, { ...query, ...format, bom: 'true' }), `${name}.csv`);
  } catch (error) {
    toastError(error, failure ?? 'The list could not be downloaded');
  }
}
