import { Progress } from '@mantine/core';

/** Shows how much of a file has been sent, and then that the server reads it. */
export const FileUploadProgress = ({ percent }: { percent: number }) => (
  <div role="status">
    <Progress value={percent} aria-label="Upload" mb={4} />
    <span className="mw-muted">{percent < 100 ? `${percent} % uploaded` : 'Reading the file'}</span>
  </div>
);
