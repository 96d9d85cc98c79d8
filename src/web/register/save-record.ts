import { useState } from 'react';
import type { RegisterDescriptor } from '../../kit/resource/descriptor.ts';
import { ApiError } from '../api/api-error.ts';
import { request } from '../api/client.ts';
import { recordQuery } from '../api/queries.ts';
import { queryClient } from '../api/query-client.ts';
import type { RegisterRecord } from '../api/types.ts';
import { toastDone, toastError } from '../parts/toasts.tsx';
import type { FormValues } from './form-values.ts';
import { recordId, recordLabel } from './resolve.ts';

/**
 * Returns a function that creates a record (without `record`) or updates one, and the state of saving. An
 * update sends the version it started from, so that no change of another user is lost. The function returns
 * null after a failure, which `failure` or a toast shows. When another user has changed the record
 * meanwhile, `onStale` runs in place of the failure, if there is one.
 */
export function useSaveRecord(register: RegisterDescriptor, record: RegisterRecord | null) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const save = async (
    changes: FormValues,
    onStale?: () => Promise<unknown>,
  ): Promise<RegisterRecord | null> => {
    setBusy(true);
    setFailure(null);
    try {
      const answer = record
        ? await request<RegisterRecord>('PUT', `${register.path}/${recordId(register, record)}`, {
            body: { ...changes, ifmodifieddate: record.modifieddate },
          })
        : await request<RegisterRecord>('POST', register.path, { body: changes });
      await queryClient.invalidateQueries();
      const { secret, ...stored } = answer.data;
      queryClient.setQueryData(recordQuery(register.path, recordId(register, answer.data)).queryKey, stored);
      const done = `${recordLabel(register, answer.data)} ${record ? 'saved' : 'created'}.`;
      // A secret that was shown cannot be withdrawn. Such a record is deleted instead of undone.
      toastDone(done, secret === undefined ? answer.auditid : null);
      return answer.data;
    } catch (error) {
      if (onStale && error instanceof ApiError && error.code === 'STALE_WRITE') await onStale();
      else if (error instanceof ApiError) setFailure(error);
      else toastError(error);
      return null;
    } finally {
      setBusy(false);
    }
  };
  return { save, busy, failure, forget: () => setFailure(null) };
}
