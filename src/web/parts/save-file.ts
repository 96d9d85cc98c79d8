import { fieldErrorsOf } from '../api/api-error.ts';
import { getBlob } from '../api/client.ts';
import { saveBlob } from './save-blob.ts';
import { toastError } from './toasts.tsx';

/**
 * Downloads a file under a name with the user's credential, because it requires a sign-in. A failure appears
 * as a toast with the title `failure` and does not throw.
 */
export async function saveFile(path: string, name: string, failure: string): Promise<void> {
  try {
    saveBlob(await getBlob(path), name);
  } catch (error) {
    // A link has no fields, so only the message is shown, without the name of a parameter.
    const [message] = Object.values(fieldErrorsOf(error));
    toastError(message === undefined ? error : new Error(message), failure);
  }
}
