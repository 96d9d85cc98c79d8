import { useQuery } from '@tanstack/react-query';
import { permissionsQuery } from '../../api/queries.ts';

/** The scopes of service tokens in words. */
const SERVICE_SCOPES: Readonly<Record<string, string>> = {
  read: 'Read lists, records, reports and events',
  'collector.ingest': 'Send reports of collectors',
  'enforce.fetch': 'Fetch what PCs must have',
  'enforce.report': 'Send results of what PCs must have',
  'metrics.read': 'Read metrics',
};

/** Returns a function that describes a permission or scope; undefined for one without a description. */
export function usePermissionLabel(): (name: string) => string | undefined {
  const catalog = useQuery(permissionsQuery);
  const described = catalog.data?.groups.flatMap(({ permissions }) => permissions) ?? [];
  return (name) =>
    SERVICE_SCOPES[name] ?? described.find((permission) => permission.name === name)?.description;
}
