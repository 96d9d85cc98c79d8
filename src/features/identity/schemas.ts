import { z } from 'zod';
import { instantSchema } from '../../kit/resource/validate.ts';
import { passwordSchema } from './passwords.ts';

const CONTROL = 'Control characters are not allowed.';
const name = (title: string) =>
  z
    .string()
    .trim()
    .min(1, `${title} is required.`)
    .max(255)
    .regex(/^\P{Cc}+$/u, CONTROL)
    .refine((text) => text.isWellFormed(), 'The text contains an incomplete character.')
    .meta({ title });
const optionalName = z
  .string()
  .max(255)
  .regex(/^\P{Cc}*$/u, CONTROL)
  .refine((text) => text.isWellFormed(), 'The text contains an incomplete character.')
  .nullable()
  .optional();
const email = z.email('Use an email address such as name@example.com.').max(255).meta({ title: 'Email' });
const username = name('User name');

export const signInBody = z.object({
  username: z.string().min(1).max(255),
  password: z.string().min(1).max(1024),
});

export const passwordChange = z.object({
  new_password: passwordSchema,
  current_password: z.string().max(1024).optional(),
});

export const newUser = z.object({
  username,
  email,
  password: passwordSchema,
  firstname: optionalName,
  lastname: optionalName,
  isactive: z.boolean().optional(),
  roles: z.array(z.int()).max(100).optional(),
  mustchangepassword: z.boolean().optional(),
  sendwelcome: z.boolean().optional(),
});

const ifmodifieddate = instantSchema.optional();

export const userChange = z.object({
  email: email.optional(),
  firstname: optionalName,
  lastname: optionalName,
  password: passwordSchema.optional(),
  isactive: z.boolean().optional(),
  roles: z.array(z.int()).max(100).optional(),
  mustchangepassword: z.boolean().optional(),
  unlock: z.boolean().optional(),
  current_password: z.string().max(1024).optional(),
  ifmodifieddate,
});

export const firstAdminBody = z.object({
  username,
  email,
  password: passwordSchema,
  setupcode: z.string().max(255).optional().meta({
    description:
      'The code in the setup address that the appliance prints; not required on the appliance itself.',
  }),
});

const grants = z.array(z.string().max(64)).max(500);
export const newRole = z.object({
  rolename: name('Role name'),
  description: z.string().max(65_536).nullable().optional(),
  color: z.string().max(32).nullable().optional(),
  permissions: grants.optional(),
});
export const roleChange = newRole.omit({ rolename: true }).extend({ ifmodifieddate });

const expiry = z
  .union([z.iso.date().transform((day) => `${day}T00:00:00.000Z`), instantSchema])
  .nullable()
  .optional();
/**
 * Accepts only an empty list. A caller that limits a token to some records must learn that it has no such
 * limits, before it gives the token to somebody.
 */
const unsupportedLimit = (of: string) =>
  z
    .array(z.int().positive())
    .max(0, `Tokens cannot be limited to ${of}. Leave the list empty.`)
    .nullable()
    .optional();

export const newToken = z.object({
  name: name('Name'),
  expiresat: expiry,
  scopes: grants.nullable().optional(),
  resourcescopes: z.array(z.string().min(1).max(255)).max(500).nullable().optional(),
  locationids: unsupportedLimit('locations'),
  assettypeids: unsupportedLimit('asset types'),
  service: z.boolean().optional(),
});
export const tokenChange = newToken
  .omit({ service: true })
  .partial()
  .extend({ isactive: z.boolean().optional(), ifmodifieddate });

const role = z.object({ roleid: z.int(), rolename: z.string(), color: z.string().nullable() });
const person = {
  userid: z.int(),
  username: z.string(),
  email: z.string(),
  firstname: z.string().nullable(),
  lastname: z.string().nullable(),
  isadmin: z.boolean(),
  mustchangepassword: z.boolean(),
  roles: z.array(role),
};
export const profile = z
  .object({
    ...person,
    asksproof: z.boolean().meta({ description: 'Whether a password change requires the current password.' }),
    permissions: z.array(z.string()),
  })
  .meta({ id: 'Profile' });
export const user = z
  .object({
    ...person,
    isactive: z.boolean(),
    islocked: z.boolean(),
    lastlogindate: z.iso.datetime().nullable(),
    createddate: z.iso.datetime(),
    modifieddate: z.iso.datetime(),
  })
  .meta({ id: 'User' });
export const session = z
  .object({
    access_token: z.string(),
    refresh_token: z.string(),
    token_type: z.literal('Bearer'),
    expires_in: z.int(),
    user: profile,
  })
  .meta({ id: 'Session' });
export const renewedSession = z.object({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.int(),
});
export const roleRecord = z
  .object({
    roleid: z.int(),
    rolename: z.string(),
    description: z.string().nullable(),
    color: z.string().nullable(),
    isadmin: z.boolean(),
    permissions: z.array(z.string()),
    usercount: z.int(),
    createddate: z.iso.datetime(),
    modifieddate: z.iso.datetime(),
  })
  .meta({ id: 'Role' });
export const permissionList = z.object({
  permissions: z.array(z.string()),
  groups: z.array(
    z.object({
      category: z.string(),
      permissions: z.array(z.object({ name: z.string(), description: z.string() })),
    }),
  ),
  servicescopes: z.array(z.string()).meta({ description: 'Permissions that service tokens can have.' }),
});
export const tokenRecord = z
  .looseObject({
    tokenid: z.int(),
    kind: z.enum(['personal', 'service']),
    userid: z.int().nullable(),
    username: z.string().nullable(),
    name: z.string(),
    prefix: z.string(),
    scopes: z.array(z.string()).nullable(),
    resourcescopes: z.array(z.string()).nullable(),
    expiresat: z.iso.datetime().nullable(),
    isactive: z.boolean(),
    parenttokenid: z.int().nullable().meta({ description: 'The token that created this one.' }),
    lastuseddate: z.iso.datetime().nullable(),
    lastusedip: z.string().nullable(),
    createddate: z.iso.datetime(),
    modifieddate: z.iso.datetime(),
  })
  .meta({ id: 'ApiToken' });

export type Profile = z.output<typeof profile>;
export type User = z.output<typeof user>;
export type Session = z.output<typeof session>;
export type RenewedSession = z.output<typeof renewedSession>;
export type Role = z.output<typeof roleRecord>;
export type PermissionList = z.output<typeof permissionList>;
export type ApiToken = z.output<typeof tokenRecord>;
