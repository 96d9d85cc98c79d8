import { z } from 'zod';
import {
  type CommType,
  canonicalizeAssetAddress,
  validateAssetAddress,
} from '../../../src/features/catalog/index.ts';
import { cleanText } from '../../../src/kit/clean-text.ts';
import { instantSchema } from '../../../src/kit/resource/validate.ts';
import { hardware } from '../hardware/schema.ts';

const plain = z
  .string()
  .max(255)
  .regex(/^\P{Cc}*$/u, 'Control characters are not allowed.')
  .overwrite((value) => cleanText(value) ?? '');
const optional = plain
  .trim()
  .nullish()
  .transform((value) => value || undefined);
const addresses = (type: CommType) =>
  z
    .array(z.string().max(64))
    .max(500)
    .nullish()
    .transform((value, { addIssue }) => {
      const canonical: string[] = [];
      for (const [index, address] of (value ?? []).entries()) {
        const problem = validateAssetAddress(type, address);
        if (problem) addIssue({ code: 'custom', message: problem, path: [index] });
        else canonical.push(canonicalizeAssetAddress(type, address));
      }
      return value ? canonical : undefined;
    });
const day = z.iso
  .date()
  .nullish()
  .transform((value) => value ?? undefined);
const app = z.object({
  name: plain.trim().min(1),
  version: optional,
  publisher: optional,
  installdate: day.meta({ description: 'Date of the installation.' }),
  others: z.array(plain).max(20).optional().meta({ description: 'Lower versions that are also installed.' }),
});

/** Fields that identify a computer; every other field only describes it. */
export const COMPUTER_IDENTIFIERS: readonly string[] = ['hostname', 'serialnumber', 'uuid', 'macaddresses'];

/** Report of a computer. A list that is left out changes nothing. */
export const computerRecord = z.object({
  hostname: plain.trim().min(1, 'Send the host name of the computer.'),
  serialnumber: optional,
  uuid: optional.meta({ description: 'As reported by the firmware.' }),
  vmsystem: optional.meta({
    description: 'Hypervisor or container type, such as VMware or lxc; Physical for physical computers.',
  }),
  manufacturer: optional,
  model: optional,
  osname: optional,
  osversion: optional,
  loggedinuser: optional,
  lastboottime: instantSchema.nullish().transform((value) => value ?? undefined),
  ipaddresses: addresses('ip'),
  macaddresses: addresses('mac'),
  hardware: hardware.optional(),
  installedapps: z
    .array(app)
    .max(100_000)
    .nullish()
    .transform((value) => value ?? undefined),
});

export type ComputerRecord = z.output<typeof computerRecord>;
