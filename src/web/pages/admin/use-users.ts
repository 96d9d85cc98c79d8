import { useQuery } from '@tanstack/react-query';
import type { User } from '../../../features/identity/schemas.ts';
import { get } from '../../api/client.ts';

/** Returns all users; none until they are loaded. */
export const useUsers = (): readonly User[] =>
  useQuery({ queryKey: ['users'], queryFn: () => get<User[]>('/users') }).data ?? [];
