import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { saveFile } from './save-file.ts';

/**
 * Shows a button that downloads a file for which a sign-in is required. The file is fetched with the user's
 * credential and saved under its name.
 */
export function FileLink({ path, name }: { path: string; name: string }) {
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      aria-label={`Download ${name}`}
      leftSection={<IconDownload size={14} aria-hidden />}
      onClick={() => void saveFile(path, name, `${name} could not be downloaded`)}
    >
      {name}
    </Button>
  );
}
