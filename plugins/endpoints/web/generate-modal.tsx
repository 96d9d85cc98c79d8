import { Checkbox, Textarea, TextInput } from '@mantine/core';
import { FormModal } from '../../../src/web/parts/form-modal.tsx';
import { useForm } from '../../../src/web/parts/use-form.ts';
import type { CertificateView } from '../certificate/schemas.ts';
import { AnnounceSelect, announcedAtFirst } from './announce-select.tsx';
import { changeCertificate } from './certificate-data.ts';

interface GenerateModalProps {
  /** What there is; undefined when there is none. */
  view: CertificateView | undefined;
  onDone: (view: CertificateView) => void;
  onClose: () => void;
}

/** Makes a self-signed certificate for the names by which this server is reached. */
export function GenerateModal({ view, onDone, onClose }: GenerateModalProps) {
  const form = useForm({
    initial: {
      commonname: view?.commonname ?? location.hostname,
      sans: (view?.sans ?? [location.hostname]).join('\n'),
      validitydays: '825',
      keepkey: false,
      announceminutes: announcedAtFirst(view),
    },
    save: async ({ commonname, sans, validitydays, keepkey, announceminutes }) => {
      const body = {
        commonname,
        sans: sans.split(/[\s,;]+/).filter(Boolean),
        validitydays: Number(validitydays),
        keepkey,
        announceminutes: Number(announceminutes),
      };
      onDone(await changeCertificate('POST', 'generate', body));
    },
  });
  return (
    <FormModal form={form} title="Make a certificate" action="Make it" onClose={onClose}>
      <TextInput label="Name" required maxLength={64} data-autofocus {...form.text('commonname')} />
      <Textarea
        label="Names and addresses"
        description="All by which people and agents reach this server, one a line."
        autosize
        minRows={3}
        maxRows={8}
        {...form.text('sans')}
      />
      <TextInput
        label="Valid for (days)"
        description="At most 825: browsers take no longer ones."
        inputMode="numeric"
        {...form.text('validitydays')}
      />
      {view && (
        <Checkbox
          label="Keep the key"
          description="Agents that pin it notice nothing. Take a new key when the old one may be known to others."
          {...form.check('keepkey')}
        />
      )}
      {view?.served && (
        <AnnounceSelect
          value={form.values.announceminutes}
          pinned={form.values.keepkey ? 0 : view.agents.pinned}
          error={form.errors.announceminutes}
          onChange={(minutes) => form.set('announceminutes', minutes)}
        />
      )}
    </FormModal>
  );
}
