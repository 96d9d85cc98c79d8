import { z } from 'zod';
import { cleanText } from './clean-text.ts';
import type { PcMatch } from './contributions.ts';
import { AppError } from './errors.ts';
import { hasDomain } from './host-name.ts';

const identity = z
  .string()
  .max(255)
  .regex(/^\P{Cc}*$/u, 'Control characters are not allowed.')
  .overwrite((value) => (cleanText(value) ?? '').trim())
  .nullish()
  .transform((value) => value || undefined);

/** The fields of a collector record that identify the PC in addition to its host name, which can change. */
export const pcIdentity = {
  serialnumber: identity.meta({ description: 'Identifies the PC regardless of its host name.' }),
  uuid: identity.meta({
    description: 'Firmware UUID. Identifies the PC if the serial number cannot.',
  }),
};

/**
 * Returns the asset of the PC that a caller claims to be; undefined when the register has none.
 * @throws AppError 409 CONFLICT when several PCs have the host name.
 */
export function findSinglePc({ assetid, namesakes }: PcMatch, hostname: string): number | undefined {
  if (namesakes.length > 0) throw ambiguousHostnameError(hostname, namesakes);
  return assetid;
}

/** Returns the 409 for a host name that several PCs have; `details.records` lists their assets. */
export function ambiguousHostnameError(hostname: string, records: readonly number[]): AppError {
  const remedy = hasDomain(hostname)
    ? 'Resolve the possible duplicate under Assets, All assets, Possible duplicates.'
    : 'Use the host name with its domain.';
  return new AppError('CONFLICT', `Several PCs have the host name ${hostname}. ${remedy}`, {
    field: 'hostname',
    records,
  });
}
