import { Button, NativeSelect, SegmentedControl, Textarea } from '@mantine/core';
import { FieldErrors } from '../../../src/web/api/api-error.ts';
import { FileField } from '../../../src/web/parts/file-field.tsx';
import { Form } from '../../../src/web/parts/form.tsx';
import { sizeText } from '../../../src/web/parts/size-text.ts';
import { useForm } from '../../../src/web/parts/use-form.ts';
import { EXPIRY_HOURS, type ExpiryHours, MAX_CONTENT_BYTES } from '../limits.ts';
import type { Content } from './content.ts';
import './styles.ts';
import { refuseLargeContent, type SentLink, sendSecret } from './send-secret.ts';

const TITLES: Record<ExpiryHours, string> = {
  1: '1 hour',
  4: '4 hours',
  24: '1 day',
  72: '3 days',
  168: '1 week',
};
const HOURS = EXPIRY_HOURS.map((hours) => ({ value: String(hours), label: TITLES[hours] }));

interface Values {
  kind: Content['kind'];
  text: string;
  file: File | null;
  hours: string;
}

/** Shows the form for the secret and its lifetime. */
export function SendForm({ onSent }: { onSent: (sent: SentLink) => void }) {
  const form = useForm<Values>({
    initial: { kind: 'text', text: '', file: null, hours: '24' },
    save: async (values) => onSent(await sendSecret(await contentOf(values), Number(values.hours))),
  });
  const { kind, file } = form.values;
  return (
    <Form form={form}>
      <SegmentedControl
        aria-label="Content type"
        value={kind}
        onChange={(chosen) => form.set('kind', chosen as Values['kind'])}
        data={[
          { value: 'text', label: 'Text' },
          { value: 'file', label: 'Small file' },
        ]}
        style={{ justifySelf: 'start' }}
      />
      {kind === 'text' ? (
        <Textarea
          {...form.text('text')}
          label="Secret"
          description="Do not include the account name. Send it separately."
          rows={6}
          autoComplete="off"
          spellCheck={false}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        />
      ) : (
        <FileField file={file} error={form.errors.file} onFile={(chosen) => form.set('file', chosen)}>
          {`Choose file (at most ${sizeText(MAX_CONTENT_BYTES)})`}
        </FileField>
      )}
      <NativeSelect {...form.text('hours')} label="Expires after" data={HOURS} style={{ maxWidth: 240 }} />
      <Button type="submit" loading={form.busy} style={{ justifySelf: 'start' }}>
        Create link
      </Button>
    </Form>
  );
}

/**
 * Reads the content of the form. Throws FieldErrors when it is empty or too large, before a large file is
 * read.
 */
async function contentOf({ kind, text, file }: Values): Promise<Content> {
  if (kind === 'text') {
    if (text === '') throw new FieldErrors({ text: 'Enter what you want to send.' });
    refuseLargeContent(kind, new TextEncoder().encode(text).length);
    return { kind, text };
  }
  if (!file) throw new FieldErrors({ file: 'Choose the file that you want to send.' });
  refuseLargeContent(kind, file.size);
  return { kind, name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
}
