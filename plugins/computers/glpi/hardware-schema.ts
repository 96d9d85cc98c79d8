import { z } from 'zod';
import { cutText } from '../../../src/kit/clean-text.ts';

const MAX_PARTS = 4096;

/** Descriptive, and of agents of all ages: what is no text or number says nothing. */
const said = z
  .union([z.string().max(65_536), z.number()])
  .nullish()
  .catch(undefined)
  .transform((value) => (value == null ? undefined : cutText(String(value), 255) || undefined));
const amount = said.transform((value) => {
  const number = value === undefined ? Number.NaN : Number.parseFloat(value);
  return Number.isFinite(number) && number >= 0 ? number : undefined;
});

const list = <T extends z.ZodRawShape>(shape: T) =>
  z
    .preprocess((value) => {
      if (value === '' || value === null || value === undefined) return undefined;
      return Array.isArray(value) ? value.slice(0, MAX_PARTS) : [value];
    }, z.array(z.object(shape).catch({} as never)).optional())
    .catch(undefined);

/** The lists of an inventory that say what a computer is made of. */
export const hardwareLists = {
  cpus: list({ name: said, manufacturer: said, serial: said, core: amount, thread: amount, speed: amount }),
  memories: list({
    capacity: amount,
    caption: said,
    description: said,
    manufacturer: said,
    numslots: said,
    serialnumber: said,
    speed: said,
    type: said,
  }),
  storages: list({
    description: said,
    disksize: amount,
    firmware: said,
    interface: said,
    manufacturer: said,
    model: said,
    name: said,
    serial: said,
    serialnumber: said,
    type: said,
  }),
  drives: list({
    encrypt_status: said,
    filesystem: said,
    free: amount,
    label: said,
    letter: said,
    total: amount,
    type: said,
    volumn: said,
  }),
  monitors: list({ caption: said, description: said, manufacturer: said, name: said, serial: said }),
  videos: list({ name: said, chipset: said, memory: amount, resolution: said }),
  batteries: list({
    capacity: said,
    chemistry: said,
    manufacturer: said,
    name: said,
    real_capacity: said,
    serial: said,
  }),
  antivirus: list({
    company: said,
    enabled: said,
    name: said,
    uptodate: said,
    version: said,
    expiration: said,
  }),
  virtualmachines: list({
    image: said,
    memory: amount,
    name: said,
    status: said,
    uuid: said,
    vcpu: amount,
    vmtype: said,
  }),
  printers: list({ description: said, driver: said, name: said, port: said, serial: said }),
};

export const interfaceFacts = { description: said, speed: said, status: said, type: said, model: said };
