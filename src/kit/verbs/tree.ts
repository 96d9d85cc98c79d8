import { z } from 'zod';
import type { Host } from '../host.ts';
import { type Api, api, routeOptions } from '../http/api.ts';
import type { Register } from '../resource/register.ts';
import { findContainedRegister, treeOf } from '../resource/tree.ts';

const branch = z
  .object({
    id: z.int(),
    name: z.string(),
    parent: z.int().nullable(),
    depth: z.int(),
    own: z.int().meta({ description: 'Active assets directly in this record.' }),
    within: z.int().meta({ description: 'Active assets in this record and in all records below it.' }),
  })
  .meta({ id: 'Branch' });

/**
 * Returns `GET <path>/tree` for registers whose records form a tree and contain records of another register;
 * no route for others. Throws an Error for a tree without a row limit.
 */
export function treeRoutes(host: Host, register: Register): Api[] {
  if (!findContainedRegister(host.registers, register)) return [];
  if (!register.bound) throw new Error(`The tree ${register.name} is unlimited. Declare a row limit.`);
  return [
    api(`/api${register.path}`).get(
      '/tree',
      () => host.db.remember(`tree ${register.name}`, (reader) => treeOf(reader, host.registers, register)),
      routeOptions({
        access: register.can.read,
        summary: `${register.many} as a tree with asset counts`,
        responseSchema: branch.array().max(register.bound.most),
      }),
    ),
  ];
}
