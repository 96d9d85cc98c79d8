import { Button, Checkbox, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { errorMessage } from '../../../api/api-error.ts';
import { requestFile } from '../../../api/client.ts';
import { saveBlob } from '../../../parts/save-blob.ts';

type Progress = { state: 'none' | 'making' } | { state: 'saved' | 'failed'; text: string };

/** Creates a support bundle and downloads it. */
export function SupportCard() {
  const [personal, setPersonal] = useState(false);
  const [progress, setProgress] = useState<Progress>({ state: 'none' });
  const download = async () => {
    setProgress({ state: 'making' });
    try {
      const { blob, filename } = await requestFile('POST', '/appliance/support', { body: { personal } });
      saveBlob(blob, filename);
      setProgress({ state: 'saved', text: `${filename} downloaded.` });
    } catch (error) {
      setProgress({ state: 'failed', text: errorMessage(error) });
    }
  };
  const isMaking = progress.state === 'making';
  return (
    <section className="mw-card" aria-label="Support bundle">
      <header>
        <h2>Support bundle</h2>
      </header>
      <Stack className="mw-card-pad" gap="sm" align="flex-start">
        <Text size="sm">
          One file for technical support: version, settings, metrics, database check and log. It contains no
          secrets.
        </Text>
        <Checkbox
          label="Include names and addresses of people and PCs"
          checked={personal}
          disabled={isMaking}
          onChange={({ currentTarget }) => setPersonal(currentTarget.checked)}
        />
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          loading={isMaking}
          onClick={() => void download()}
        >
          Download
        </Button>
        <ProgressLine progress={progress} />
      </Stack>
    </section>
  );
}

function ProgressLine({ progress }: { progress: Progress }) {
  if (progress.state === 'failed')
    return (
      <div role="alert" className="mw-error">
        {progress.text}
      </div>
    );
  return (
    <div role="status" className="mw-muted mw-break">
      {progress.state === 'making' && 'Creating the bundle. With a large database this takes some minutes.'}
      {progress.state === 'saved' && progress.text}
    </div>
  );
}
