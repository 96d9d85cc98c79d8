import { AppError, type ErrorKind } from '../../src/kit/errors.ts';
import type { Host } from '../../src/kit/host.ts';

/** Key of the setting that selects the source of employees. */
export const MODE = 'employee_directory_mode';
export const WRONG_MODE: ErrorKind = { code: 'WRONG_MODE', status: 400 };

/** Reports whether people are read from an HR database rather than stored here. */
export const isExternal = ({ settings }: Pick<Host, 'settings'>): boolean =>
  settings.text(MODE) === 'external';

/** Throws 400 WRONG_MODE when the employee directory is in an HR database. */
export function refuseExternal(host: Host): void {
  if (isExternal(host))
    throw new AppError(
      WRONG_MODE,
      'Employees are read from the HR database and not stored here. Use search or lookup.',
    );
}

/** Throws 409 when the photos are in an HR database. */
export function refuseExternalPhoto(host: Host): void {
  if (isExternal(host))
    throw new AppError(
      'CONFLICT',
      'Employees and their photos are read from the HR database. Change them there.',
      { field: 'picture' },
    );
}
