import { z } from 'zod';
import { cleanText } from '../../../src/kit/clean-text.ts';
import type { KeyType } from '../../../src/kit/tls/signing-request.ts';
import { announceminutes, certifiedNames, pemTextOf } from './schemas.ts';

const KEY_TYPES = ['ec-p256', 'rsa-2048', 'rsa-3072'] as const satisfies readonly KeyType[];

const part = (max: number, description: string) =>
  z
    .string()
    .max(255)
    .transform((text) => cleanText(text) ?? '')
    .pipe(z.string().max(max))
    .default('')
    .meta({ description });

export const signingRequestInput = certifiedNames
  .extend({
    organization: part(64, 'Empty parts of the name are omitted.'),
    organizationalunit: part(64, 'Department.'),
    locality: part(128, 'City.'),
    state: part(128, 'State or province.'),
    country: z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^([A-Z]{2})?$/, 'Use the two letters of the country, such as DE.')
      .default(''),
    keytype: z.enum(KEY_TYPES).default('ec-p256').meta({
      description: 'Type of the new key; ignored with `keepkey`. Some authorities sign only RSA keys.',
    }),
    keepkey: z.boolean().default(false).meta({
      description: 'Requests the certificate for the current key, so that the pin of the agents stays valid.',
    }),
  })
  .meta({ id: 'CertificateSigningRequestInput' });
export type SigningRequestInput = z.output<typeof signingRequestInput>;

export const signingRequest = z
  .object({
    commonname: z.string(),
    sans: z.string().array(),
    keptkey: z.boolean().meta({ description: 'True when the request is for the current key.' }),
    createddate: z.iso.datetime(),
    csr: z.string().meta({ description: 'PKCS #10 in PEM, for the certificate authority.' }),
  })
  .meta({ id: 'CertificateSigningRequest' });
export type SigningRequestView = z.output<typeof signingRequest>;

export const issuedCertificateInput = z
  .object({
    certificate: pemTextOf('certificate').meta({
      description:
        'The issued certificate and its issuers in any order: certificates in PEM or base64, or a PKCS #7 file (.p7b) in PEM or base64.',
    }),
    withoutchain: z.boolean().default(false).meta({
      description:
        'Accepts a certificate without its issuer certificate. Set it only when all devices trust the issuer directly. Devices that trust only the root cannot verify a certificate of an intermediate authority.',
    }),
    announceminutes,
  })
  .meta({ id: 'IssuedCertificate' });
export type IssuedCertificateInput = z.output<typeof issuedCertificateInput>;
