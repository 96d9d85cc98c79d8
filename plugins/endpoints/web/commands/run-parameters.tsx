import { Checkbox, Textarea, TextInput } from '@mantine/core';
import type { FormState } from '../../../../src/web/parts/use-form.ts';
import { RefSelect } from '../../../../src/web/register/ref-select.tsx';
import type { RunValues } from './run-values.ts';

const SCRIPTS = { path: '/endpoints/scripts', idfield: 'scriptid', labelfield: 'scriptname' };
const APPLICATIONS = { path: '/applications', idfield: 'appid', labelfield: 'appname' };

interface RunParametersProps {
  form: FormState<RunValues>;
  /** True when an admin may fetch a log outside the log folders. */
  mayPass: boolean;
}

/** Shows the parameter fields of the selected action. */
export function RunParameters({ form, mayPass }: RunParametersProps) {
  const { values, errors } = form;
  switch (values.action) {
    case 'scheduledtask_run':
      return (
        <TextInput
          label="Task"
          description="Name with folder, for example \Plant\Nightly copy"
          required
          autoComplete="off"
          {...form.text('taskname')}
        />
      );
    case 'run_script':
      return (
        <RefSelect
          label="Script"
          required
          source={SCRIPTS}
          value={values.scriptid}
          error={errors.scriptid}
          onChange={(id) => form.set('scriptid', id)}
        />
      );
    case 'update_app':
      return <Application form={form} />;
    case 'collect_log':
      return <LogPath form={form} mayPass={mayPass} />;
    case 'message':
      return <Textarea label="Text" required rows={3} maxLength={2000} {...form.text('text')} />;
    default:
      return null;
  }
}

function LogPath({ form, mayPass }: RunParametersProps) {
  return (
    <>
      <TextInput
        label="Path"
        description="Full path of a text file in a log folder, for example C:\Logs\agent.log"
        required
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        {...form.text('path')}
      />
      {mayPass && <Checkbox label="Other folder or file name" {...form.check('iselsewhere')} />}
    </>
  );
}

function Application({ form }: { form: FormState<RunValues> }) {
  const { appid, appversionid } = form.values;
  const versions = {
    path: `/applications/${appid}/versions`,
    idfield: 'appversionid',
    labelfield: 'version',
  };
  return (
    <>
      <RefSelect
        label="Application"
        required
        source={APPLICATIONS}
        value={appid}
        error={form.errors.appid}
        onChange={(id) => {
          form.set('appid', id);
          form.set('appversionid', null);
        }}
      />
      {appid && (
        <RefSelect
          key={appid}
          label="Version"
          required
          source={versions}
          value={appversionid}
          error={form.errors.appversionid}
          onChange={(id) => form.set('appversionid', id)}
        />
      )}
    </>
  );
}
