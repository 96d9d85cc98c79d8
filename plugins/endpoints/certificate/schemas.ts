import { z } from 'zod';
import { cleanText } from '../../../src/kit/clean-text.ts';

const MAX_PEM_LENGTH = 100_000;
const MAX_MINUTES = 10_080;

export const announceminutes = z.int().min(0).max(MAX_MINUTES).default(0).meta({
  description:
    'Minutes from the announcement of the new pin to agents until the activation, at most seven days. 0 activates immediately.',
});

/** Names that a certificate is issued for. */
export const certifiedNames = z.object({
  commonname: z
    .string()
    .max(255)
    .transform((text) => cleanText(text) ?? '')
    .pipe(z.string().min(1, 'Enter the name of this appliance.').max(64)),
  sans: z.string().trim().min(1).max(253).array().max(100).default([]).meta({
    description: 'Host names and addresses of the appliance.',
  }),
});

export const generateCertificateInput = certifiedNames
  .extend({
    validitydays: z.int().min(1).max(825).default(825),
    keepkey: z.boolean().default(false).meta({
      description: 'Keeps the current key, so that the pin of the agents stays valid.',
    }),
    announceminutes,
  })
  .meta({ id: 'ServerCertificateRequest' });

/**
 * Returns the schema of a PEM text with at most 100,000 characters. `what` names it in messages. The content
 * is checked later.
 */
export const pemTextOf = (what: string) =>
  z
    .string()
    .min(1, `Enter the ${what} in PEM format.`)
    .max(MAX_PEM_LENGTH, `The ${what} is larger than 100 kB.`);

export const uploadCertificateInput = z
  .object({
    certificate: pemTextOf('certificate').meta({
      description: "PEM: the appliance's certificate first, then its issuers.",
    }),
    key: pemTextOf('key').meta({ description: 'Its key in PEM, without a password.' }),
    announceminutes,
  })
  .meta({ id: 'ServerCertificateUpload' });

const nextCertificate = z.object({
  commonname: z.string(),
  thumbprint: z.string(),
  sha256: z.string(),
  spkipin: z.string(),
  notafter: z.iso.datetime(),
  announceddate: z.iso.datetime(),
  activatesat: z.iso.datetime(),
});

export const certificateView = z
  .object({
    served: z.boolean().meta({
      description: 'False when the appliance runs without TLS. The certificate is then stored but not used.',
    }),
    commonname: z.string(),
    issuer: z.string(),
    notbefore: z.iso.datetime(),
    notafter: z.iso.datetime(),
    sans: z.string().array(),
    thumbprint: z.string().meta({ description: 'SHA-1 of the certificate, hex.' }),
    sha256: z.string().meta({ description: 'SHA-256 of the certificate, hex.' }),
    spkipin: z.string().meta({ description: 'SHA-256 of the public key, base64.' }),
    selfsigned: z.boolean(),
    daystoexpiry: z.int(),
    next: nextCertificate.nullable().meta({ description: 'The announced certificate.' }),
    agents: z.object({
      total: z.int().meta({ description: 'Active PCs with a credential.' }),
      pinned: z.int().meta({ description: 'PCs that pin the key of this certificate.' }),
      trustnext: z.int().meta({ description: 'PCs that checked in since the announcement.' }),
    }),
  })
  .meta({ id: 'ServerCertificate' });

export type GenerateCertificateInput = z.output<typeof generateCertificateInput>;
export type UploadCertificateInput = z.output<typeof uploadCertificateInput>;
export type CertificateView = z.output<typeof certificateView>;
