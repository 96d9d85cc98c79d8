import { z } from 'zod';

/** 16 to 64 random bytes, as hex or base64url. */
const NONCE = /^(?:[0-9A-Fa-f]{32,128}|[A-Za-z0-9_-]{22,86})$/;

export const enrollInput = z
  .object({
    hostname: z.string().min(1).max(255),
    serialnumber: z.string().max(255),
    nonce: z.string().regex(NONCE, 'Send 16 to 64 random bytes as hex or base64url.'),
    agentversion: z.string().max(40).nullish(),
    osversion: z.string().max(255).nullish(),
  })
  .meta({ id: 'EnrollmentCall' });
export type EnrollInput = z.output<typeof enrollInput>;

export const enrollResult = z
  .object({
    state: z.enum(['enrolled', 'pending', 'approved', 'rejected', 'blocked']),
    credential: z.string().nullable().meta({ description: 'Only in the response that issues it.' }),
    assetid: z.int().nullable(),
    requestid: z.int().nullable(),
  })
  .meta({ id: 'EnrollmentAnswer' });

const candidate = z.object({
  noncefingerprint: z.string().meta({ description: 'The first 8 hex digits of the SHA-256 of the nonce.' }),
  address: z.string().nullable(),
  showedkey: z.boolean().meta({ description: 'True when this agent sent the shared key.' }),
  firstseen: z.iso.datetime(),
  lastseen: z.iso.datetime(),
});

export const enrollmentRequest = z
  .object({
    requestid: z.int(),
    hostname: z.string(),
    serialnumber: z.string(),
    state: z.enum(['pending', 'approved', 'rejected', 'issued', 'revoked']),
    noncefingerprint: z
      .string()
      .nullable()
      .meta({ description: 'Fingerprint of the approved agent; before the approval, of the first agent.' }),
    contested: z.boolean(),
    candidates: candidate.array(),
    showedkey: z.boolean(),
    agentversion: z.string().nullable(),
    osversion: z.string().nullable(),
    assetid: z.int().nullable(),
    reason: z.string().nullable(),
    createddate: z.iso.datetime(),
    modifieddate: z.iso.datetime(),
    computer: z
      .object({
        assetid: z.int(),
        hostname: z.string().nullable(),
        assetnumber: z.string(),
        serialnumber: z.string().nullable(),
        location: z.string().nullable(),
        loggedinuser: z.string().nullable(),
        lastreporteddate: z.iso.datetime().nullable(),
        enrolled: z.boolean(),
        blocked: z.boolean(),
        serialmatches: z.boolean(),
      })
      .nullable()
      .meta({ description: 'The registered PC with this host name.' }),
  })
  .meta({ id: 'EnrollmentRequest' });
export type EnrollmentView = z.output<typeof enrollmentRequest>;

/** Maximum number of addresses in one answer. */
export const MAX_FULL_ADDRESSES = 20;

export const requestList = z.object({
  requests: enrollmentRequest.array(),
  counts: z.object({ pending: z.int(), pendingcomputers: z.int() }),
  full: z
    .object({ address: z.string(), pending: z.int(), message: z.string() })
    .array()
    .max(MAX_FULL_ADDRESSES)
    .meta({
      description: 'Addresses that reached the maximum of pending requests without a key, and what to do.',
    }),
  pagination: z.object({ page: z.int(), perpage: z.int(), total: z.int(), pages: z.int() }),
});

const FINGERPRINT = /^[0-9a-f]{8}$/;
export const approval = z.object({
  assetid: z.int().positive().nullish(),
  noncefingerprint: z.string().regex(FINGERPRINT, 'Use the 8 hex digits that the request shows.').nullish(),
});
export const rejection = z.object({ reason: z.string().max(500).nullish() });
export const revocation = z.object({
  blockreenroll: z.boolean().default(false),
  reason: z.string().max(500).nullish(),
});
export const credentialStateResult = z.object({ assetid: z.int(), credentialstate: z.string() });
