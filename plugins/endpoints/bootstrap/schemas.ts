import { z } from 'zod';
import { cleanText } from '../../../src/kit/clean-text.ts';
import { TOKEN_STATES } from './list-columns.ts';

export const createTokenInput = z
  .object({
    name: z
      .string()
      .max(255)
      .transform((name) => cleanText(name) ?? '')
      .refine((name) => name !== '', 'Enter the purpose.'),
    expireshours: z.int().min(1).max(720).default(24),
    maxuses: z
      .int()
      .min(1)
      .max(100_000)
      .nullish()
      .meta({ description: 'Maximum number of downloads of a build: one per PC. Default: no limit.' }),
    publicauthority: z.boolean().default(false).meta({
      description:
        'Required when the appliance does not use TLS. Installers then trust any public certificate authority.',
    }),
  })
  .meta({ id: 'BootstrapTokenToMake' });
export type CreateTokenInput = z.output<typeof createTokenInput>;

/** Token states. If several reasons apply, the state is the first of revoked, expired and used up. */

export const tokenRow = z
  .object({
    bootstraptokenid: z.int(),
    name: z.string(),
    prefix: z.string(),
    expiresat: z.iso.datetime(),
    usecount: z.int(),
    maxuses: z.int().nullable(),
    revoked: z.boolean(),
    state: z.enum(TOKEN_STATES),
    createdby: z.string().nullable(),
    createddate: z.iso.datetime(),
    modifieddate: z.iso.datetime(),
  })
  .meta({ id: 'BootstrapToken' });
export type TokenRow = z.output<typeof tokenRow>;

export const mintedToken = tokenRow
  .extend({
    secret: z.string().meta({ description: 'Returned only once.' }),
    command: z
      .string()
      .meta({ description: 'Install command for PowerShell as administrator, on one line.' }),
    shcommand: z.string().meta({ description: 'Install command for a shell, on one line.' }),
  })
  .meta({ id: 'BootstrapTokenMade' });
