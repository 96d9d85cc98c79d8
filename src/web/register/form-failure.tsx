import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ApiError } from '../api/api-error.ts';
import { errorMessage } from '../api/api-error.ts';

interface FormFailureProps {
  failure: ApiError | null;
  /** Names of the fields that show their errors themselves. */
  known: string[];
}

/** Shows why saving failed. Errors of fields that the form lacks are listed here. */
export function FormFailure({ failure, known }: FormFailureProps) {
  if (!failure) return null;
  const elsewhere = Object.entries(failure.fielderrors).filter(([name]) => !known.includes(name));
  const beside = Object.keys(failure.fielderrors).length - elsewhere.length;
  return (
    <Alert role="alert" color="red" icon={<IconAlertTriangle size={18} />} title="Not saved">
      {beside > 0 ? 'See the marked fields.' : errorMessage(failure)}
      {elsewhere.map(([name, message]) => (
        <div key={name}>
          {name ? `${name}: ` : ''}
          {message}
        </div>
      ))}
    </Alert>
  );
}
