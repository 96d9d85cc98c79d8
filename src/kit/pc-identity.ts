import { z } from 'zod';
import { cleanText } from './clean-text.ts';

const identity = z
  .string()
  .max(255)
  .regex(/^\P{Cc}*$/u, 'Control characters are not allowed.')
  .overwrite((value) => (cleanText(value) ?? '').trim())
  .nullish()
  .transform((value) => value || undefined);

/** What a record of a collector takes beside the host name to say which PC it is: the host name may be a new one. */
export const pcIdentity = {
  serialnumber: identity.meta({ description: 'Says which PC this is, under whatever host name.' }),
  uuid: identity.meta({
    description: 'As its firmware says it: tells which PC this is where the serial numbers cannot.',
  }),
};
