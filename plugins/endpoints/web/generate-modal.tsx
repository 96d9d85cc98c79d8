import { TextInput } from '@mantine/core';
import { FormModal } from '../../../src/web/parts/form-modal.tsx';
import { useForm } from '../../../src/web/parts/use-form.ts';
import type { CertificateView } from '../certificate/schemas.ts';
import { AnnounceSelect, chooseAnnounceMinutes } from './announce-select.tsx';
import { changeCertificate } from './certificate-data.ts';
import { CertificateNameFields, certificateNamesOf, KeepKeyCheckbox, readNames } from './name-fields.tsx';

interface GenerateModalProps {
  /** The current server certificate; undefined without one. */
  view: CertificateView | undefined;
  onDone: (view: CertificateView) => void;
  onClose: () => void;
}

/** Generates a self-signed certificate for the names of this server. */
export function GenerateModal({ view, onDone, onClose }: GenerateModalProps) {
  const form = useForm({
    initial: {
      ...certificateNamesOf(view),
      validitydays: '825',
      keepkey: false,
      announceminutes: chooseAnnounceMinutes(view),
    },
    save: async ({ commonname, sans, validitydays, keepkey, announceminutes }) => {
      const body = {
        commonname,
        sans: readNames(sans),
        validitydays: Number(validitydays),
        keepkey,
        announceminutes: Number(announceminutes),
      };
      onDone(await changeCertificate('POST', 'generate', body));
    },
  });
  return (
    <FormModal
      form={form}
      draft="endpoints/certificate/generate"
      title="Create certificate"
      action="Create"
      onClose={onClose}
    >
      <CertificateNameFields form={form} />
      <TextInput
        label="Valid for (days)"
        description="At most 825, because browsers reject longer periods."
        inputMode="numeric"
        {...form.text('validitydays')}
      />
      {view && <KeepKeyCheckbox form={form} />}
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
