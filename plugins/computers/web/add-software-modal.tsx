import { request } from '../../../src/web/api/client.ts';
import { queryClient } from '../../../src/web/api/query-client.ts';
import { FormModal } from '../../../src/web/parts/form-modal.tsx';
import { toastDone } from '../../../src/web/parts/toasts.tsx';
import { useForm } from '../../../src/web/parts/use-form.ts';
import { RefSelect } from '../../../src/web/register/ref-select.tsx';

const APPLICATIONS = { path: '/applications', idfield: 'appid', labelfield: 'appname' };

interface Choice {
  appid: string | null;
  appversionid: string | null;
}

/** Records that a program is installed, with or without a version. */
export function AddSoftwareModal({ computerid, onClose }: { computerid: number; onClose: () => void }) {
  const initial: Choice = { appid: null, appversionid: null };
  const form = useForm({
    initial,
    save: async ({ appid, appversionid }) => {
      const body = { appid: Number(appid), appversionid: appversionid ? Number(appversionid) : undefined };
      const { data, auditid } = await request<{ appname: string }>('POST', `/computers/${computerid}/apps`, {
        body,
      });
      await queryClient.invalidateQueries({ queryKey: ['software', computerid] });
      toastDone(`${data.appname} added.`, auditid);
      onClose();
    },
  });
  const { appid, appversionid } = form.values;
  const versions = {
    path: `/applications/${appid}/versions`,
    idfield: 'appversionid',
    labelfield: 'version',
  };
  return (
    <FormModal
      form={form}
      draft={null}
      title="Add application"
      action="Add"
      disabled={!appid}
      onClose={onClose}
    >
      <RefSelect
        label="Application"
        source={APPLICATIONS}
        value={appid}
        error={form.errors.appid}
        onChange={(id) => {
          form.set('appid', id);
          form.set('appversionid', null);
        }}
        data-autofocus
      />
      {appid && (
        <RefSelect
          key={appid}
          label="Version"
          placeholder="Unknown"
          source={versions}
          value={appversionid}
          error={form.errors.appversionid}
          onChange={(id) => form.set('appversionid', id)}
        />
      )}
    </FormModal>
  );
}
