import { useParams } from '@tanstack/react-router';
import { FormPage } from '../../../src/web/register/form-page.tsx';
import { useEmployees } from './employee-register.ts';

export function NewPage() {
  return <FormPage register={useEmployees()} id={null} />;
}

export function EditPage() {
  const { sso = '' } = useParams({ strict: false }) as { sso?: string };
  return <FormPage key={sso} register={useEmployees()} id={sso} />;
}
