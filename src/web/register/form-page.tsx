import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import type { RegisterDescriptor } from '../../kit/resource/descriptor.ts';
import { toSentenceForm } from '../../kit/sentence-form.ts';
import { recordQuery, useRegisters } from '../api/queries.ts';
import { ErrorView } from '../parts/error-view.tsx';
import { PageHeader } from '../parts/page-header.tsx';
import { RegisterIcon } from '../parts/register-icon.tsx';
import { AccessDenied } from '../parts/require-permission.tsx';
import { PageSkeleton } from '../parts/skeletons.tsx';
import { useRecordRegister } from './columns/use-record-register.ts';
import { buildInitialValues, listFormFields } from './form-values.ts';
import { RecordForm } from './record-form.tsx';
import { recordLabel } from './resolve.ts';
import { RedirectWithQuery } from './thing/redirect-with-query.tsx';
import { useTypePagePath } from './thing/use-type-page-path.ts';

/** Shows the form of a record: create when `id` is null, otherwise edit. */
export function FormPage({ register, id }: { register: RegisterDescriptor; id: string | null }) {
  const registers = useRegisters();
  const preset = useLocation().search as Record<string, string>;
  // Reads the record without the cache, because editing an old copy would cause a stale write.
  const stored = useQuery({
    ...recordQuery(register.path, id ?? ''),
    enabled: id !== null && register.can.edit,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const typed = useTypePagePath(register, stored.data);
  const { register: shown, isLoaded } = useRecordRegister(
    register,
    id === null ? null : stored.data,
    register.fields.some(({ name, readonly }) => name === 'assettypeid' && !readonly),
  );
  if (!(id === null ? register.can.create : register.can.edit)) return <AccessDenied />;
  if (!isLoaded || (id !== null && stored.isPending)) return <PageSkeleton />;
  if (id !== null && !stored.data) return <ErrorView error={stored.error} retry={stored.refetch} />;
  if (typed) return <RedirectWithQuery path={`${typed}/edit`} />;
  const record = id === null ? null : (stored.data ?? null);
  const label = record ? recordLabel(register, record) : null;
  const crumbs = [{ title: register.title, to: register.path }];
  if (label) crumbs.push({ title: label, to: `${register.path}/${id}` });
  return (
    <div className="mw-page mw-page-narrow">
      <PageHeader
        title={label ? `Edit ${label}` : `New ${toSentenceForm(register.titleone)}`}
        icon={<RegisterIcon name={register.icon} size={22} />}
        crumbs={crumbs}
      />
      <RecordForm
        key={`${register.path}/${id}`}
        register={shown}
        record={record}
        preset={buildInitialValues(listFormFields(shown, true, registers), preset)}
        onReload={() => stored.refetch({ throwOnError: true })}
      />
    </div>
  );
}
