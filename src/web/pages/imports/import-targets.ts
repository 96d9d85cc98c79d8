import { useQuery } from '@tanstack/react-query';
import type { RegisterDescriptor } from '../../../kit/resource/descriptor.ts';
import { get } from '../../api/client.ts';
import type { RegisterRecord } from '../../api/types.ts';

export interface ImportTargetOption {
  /** Target in the form of the route: the name of a register, or an asset type. */
  value: string;
  label: string;
  group: 'Assets' | 'Lists';
  register: RegisterDescriptor;
}

/**
 * Returns the targets into which the caller may import: registers, and asset types without a register of
 * their own.
 */
export function useTargets(registers: RegisterDescriptor[]): ImportTargetOption[] {
  const { data: types = [] } = useQuery({
    queryKey: ['import-types'],
    queryFn: () => get<RegisterRecord[]>('/assets/types', { per_page: 100 }),
    staleTime: 60_000,
  });
  const open = registers.filter((register) => register.imports);
  const direct = open.map((register) => ({
    value: register.name,
    label: register.title,
    group: register.isasset ? ('Assets' as const) : ('Lists' as const),
    register,
  }));
  const assets = open.find((register) => register.name === 'assets');
  const named = new Set(registers.filter((one) => one.isasset).map((one) => one.titleone.toLowerCase()));
  const typed = (assets ? types : [])
    .map((type) => String(type.assettype))
    .filter((type) => !named.has(type.toLowerCase()))
    .map((type) => ({ value: type, label: type, group: 'Assets' as const, register: assets! }));
  return [...direct, ...typed];
}
