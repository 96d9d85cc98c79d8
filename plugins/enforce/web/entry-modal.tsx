import { Checkbox, NativeSelect, Select, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { request } from '../../../src/web/api/client.ts';
import { FormModal } from '../../../src/web/parts/form-modal.tsx';
import { toastDone } from '../../../src/web/parts/toasts.tsx';
import { type FormState, useForm } from '../../../src/web/parts/use-form.ts';
import { applicationsQuery, type EntryRecord, refreshQueries } from './data.ts';
import {
  DETECTION_CHOICES,
  DETECTION_WORDS,
  type EntryValues,
  entryBodyOf,
  entryValuesOf,
  TYPE_CHOICES,
  TYPE_WORDS,
} from './entry-form.ts';

interface EntryModalProps {
  scopeid: number;
  /** Absent for a new entry. */
  entry?: EntryRecord;
  /** Called with the saved entry. */
  onSaved: (entry: EntryRecord) => void;
  onClose: () => void;
}

/** Shows the form of an entry with the fields of its type, and its targets. */
export function EntryModal({ scopeid, entry, onSaved, onClose }: EntryModalProps) {
  const form = useForm<EntryValues>({
    initial: entryValuesOf(entry),
    save: async (values) => {
      const body = entryBodyOf(values, entry);
      const saved = entry
        ? await request<EntryRecord>('PUT', `/enforce/entries/${entry.entryid}`, { body })
        : await request<EntryRecord>('POST', `/enforce/scopes/${scopeid}/entries`, { body });
      await refreshQueries();
      toastDone(`${values.Name} is saved in the draft.`, saved.auditid);
      onClose();
      onSaved(saved.data);
    },
  });
  return (
    <FormModal
      form={form}
      draft={`enforce/scopes/${scopeid}/entries/${entry?.entryid ?? 'new'}`}
      title={entry ? `Edit ${entry.Name}` : 'Add entry'}
      action="Save draft"
      size={720}
      onClose={onClose}
    >
      <MainFields form={form} />
      <Detection form={form} />
      <TargetFields form={form} />
      <OtherFields form={form} />
    </FormModal>
  );
}

interface Part {
  form: FormState<EntryValues>;
}

function MainFields({ form }: Part) {
  const { Type } = form.values;
  const { args, hint, inline } = TYPE_WORDS[Type];
  const { data = [] } = useQuery(applicationsQuery);
  return (
    <div className="mw-form-grid">
      <TextInput label="Name" required data-autofocus autoComplete="off" {...form.text('Name')} />
      <NativeSelect
        label="Type"
        data={TYPE_CHOICES}
        {...form.text('Type')}
        onChange={(event) => form.set('Type', event.currentTarget.value as EntryValues['Type'])}
      />
      {args && <TextInput label={args} description={hint} autoComplete="off" {...form.text('InstallArgs')} />}
      <Select
        label="Application"
        description="Shows how many PCs have this application."
        placeholder="None"
        clearable
        searchable
        limit={100}
        data={data.map(({ appid, appname }) => ({ value: String(appid), label: appname }))}
        value={form.values.appid || null}
        error={form.errors.appid}
        onChange={(value) => form.set('appid', value ?? '')}
      />
      {inline ? (
        <Textarea
          className="mw-form-wide"
          label={inline}
          description="A small text is part of the manifest. For a large text, leave this empty and upload a file."
          autosize
          minRows={3}
          maxRows={14}
          spellCheck={false}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          {...form.text('InlinePayload')}
        />
      ) : (
        <p className="mw-muted mw-form-wide">Upload the file after you save the entry.</p>
      )}
    </div>
  );
}

function Detection({ form }: Part) {
  const method = form.values.DetectionMethod;
  const words = method ? DETECTION_WORDS[method] : undefined;
  return (
    <fieldset className="mw-enforce-group">
      <legend>Detection</legend>
      <div className="mw-form-grid">
        <NativeSelect
          label="Detection method"
          data={DETECTION_CHOICES}
          {...form.text('DetectionMethod')}
          onChange={(event) =>
            form.set('DetectionMethod', event.currentTarget.value as EntryValues['DetectionMethod'])
          }
        />
        {words?.path && <TextInput label={words.path} autoComplete="off" {...form.text('DetectionPath')} />}
        {words?.name && <TextInput label={words.name} autoComplete="off" {...form.text('DetectionName')} />}
        {words?.value && (
          <TextInput label={words.value} autoComplete="off" {...form.text('DetectionValue')} />
        )}
      </div>
    </fieldset>
  );
}

const TARGETS = [
  ['PCTypes', 'PC types', 'A type, or type-subtype, for example CMM-Large.'],
  ['TargetHostnames', 'Host names', 'With * and ? as wildcards, for example press-0*.'],
  ['TargetMachineNumbers', 'Machine numbers', 'Numbers of the machines that the PCs control.'],
  ['CMMVersions', 'CMM versions', 'Only on PCs of measuring machines.'],
] as const;

function TargetFields({ form }: Part) {
  return (
    <fieldset className="mw-enforce-group">
      <legend>Target PCs</legend>
      <p className="mw-muted">
        Empty fields match all PCs. An entry without targets applies to every PC of the scope.
      </p>
      <div className="mw-form-grid">
        {TARGETS.map(([name, label, description]) => (
          <TagsInput
            key={name}
            label={label}
            description={description}
            placeholder={form.values[name].length === 0 ? 'Any' : undefined}
            value={form.values[name]}
            error={form.errors[name]}
            acceptValueOnBlur
            onChange={(values) => form.set(name, values)}
          />
        ))}
      </div>
    </fieldset>
  );
}

function OtherFields({ form }: Part) {
  return (
    <fieldset className="mw-enforce-group">
      <legend>More options</legend>
      <div className="mw-form-grid">
        <TextInput
          label="Log file"
          description="The file to which the setup writes its log."
          {...form.text('LogFile')}
        />
        <div className="mw-stack" style={{ gap: 12, alignSelf: 'end' }}>
          <Checkbox label="Restart required" {...form.check('RebootRequired')} />
          <Checkbox label="Publish this entry" {...form.check('isenabled')} />
        </div>
        <Textarea
          className="mw-form-wide"
          label="Other fields"
          description="As JSON, for other programs that read the manifest. Published unchanged."
          autosize
          minRows={1}
          maxRows={10}
          spellCheck={false}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          {...form.text('others')}
        />
      </div>
    </fieldset>
  );
}
