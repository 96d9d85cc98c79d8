import { useQuery } from '@tanstack/react-query';
import type { Communication } from '../../../features/catalog/communication-routes.ts';
import type { RegisterDescriptor } from '../../../kit/resource/descriptor.ts';
import { get } from '../../api/client.ts';
import { useRegisters } from '../../api/queries.ts';
import type { RegisterRecord } from '../../api/types.ts';
import { typeDataOf } from '../../register/resolve.ts';

/** Record of a possible duplicate, with the values that are compared. */
export interface CollisionSide {
  /** The most specific register of the record: that of its type, or the general one. */
  register: RegisterDescriptor;
  record: RegisterRecord;
  addresses: string[];
}

/**
 * Loads one asset of a possible duplicate: its most specific register, its record in it, and the addresses of
 * its communications.
 */
export function useCollisionSide(assetid: number) {
  const registers = useRegisters();
  return useQuery({
    queryKey: ['collisions', 'side', assetid],
    enabled: registers.length > 0,
    queryFn: () => sideOf(registers, assetid),
  });
}

async function sideOf(registers: RegisterDescriptor[], assetid: number): Promise<CollisionSide> {
  const [asset, communications] = await Promise.all([
    get<RegisterRecord>(`/assets/${assetid}`),
    get<Communication[]>(`/assets/${assetid}/communications`),
  ]);
  const addresses = communications.map(({ address }) => address);
  const own = registers.find(({ name }) => name === typeDataOf(asset).register);
  if (!own) return { register: registers.find(({ name }) => name === 'assets')!, record: asset, addresses };
  const record = await get<RegisterRecord>(`${own.path}/${typeDataOf(asset)[own.idfield]}`);
  return { register: own, record, addresses };
}
