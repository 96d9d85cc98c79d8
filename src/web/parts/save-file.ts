import { fieldErrorsOf } from '../api/api-error.ts';
import { getBlob } from '../api/client.ts';
import { saveBlob } from './save-blob.ts';
import { toastError } from './toasts.tsx';

/** Offers a file that only those who signed in may read, fetched with their credential, under its name. */
export async function saveFile(path: string, name: string, failure: string): Promise<void> {
  try {
    saveBlob(await getBlob(path), name);
  } catch (error) {
    // A link has no fields, so the sentence alone is shown, without the name of a parameter.
    const [message] = Object.values(fieldErrorsOf(error));
    toastError(message === undefined ? error : new Error(message), failure);
  }
}
