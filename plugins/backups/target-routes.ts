import { z } from 'zod';
import { BackupTargets, backupTarget } from '../../src/features/appliancebackups/index.ts';
import { targetSecret } from '../../src/kit/backup/targets/target-secret.ts';
import type { Host } from '../../src/kit/host.ts';
import { type Api, api, routeOptions } from '../../src/kit/http/api.ts';

const params = z.object({ targetid: z.string().max(40) });
const input = z.object({
  target: z.string().trim().min(1).max(2000).meta({
    description:
      'A folder, `\\\\server\\share` on Windows, `sftp://user@host/path#SHA256:...` or `s3://bucket/prefix?endpoint=...`.',
  }),
  secret: targetSecret.optional().meta({
    description: 'If omitted, the stored secret stays, unless the target has another host or user.',
  }),
});
const test = z
  .object({
    ok: z.boolean(),
    problem: z.string().nullable(),
    note: z.string().nullable().meta({ description: 'A limitation of a working target.' }),
    hostkey: z
      .string()
      .nullable()
      .meta({ description: 'The host key of the SFTP server, if it differs from the one in `target`.' }),
  })
  .meta({ id: 'BackupTargetTest' });

/** Routes for the backup targets. */
export function targetRoutes(host: Host): Api {
  const targets = host.getInstance(BackupTargets);
  return api('/api/backups/targets')
    .get(
      '',
      () => targets.list(),
      routeOptions({
        access: 'admin',
        summary: 'List backup targets',
        responseSchema: backupTarget.array().max(10),
      }),
    )
    .post(
      '',
      ({ call, body }) => targets.add(call.context, body),
      routeOptions({
        access: 'adminsession',
        summary: 'Add a backup target and copy the newest backup to it',
        body: input,
        responseSchema: backupTarget,
        status: 201,
      }),
    )
    .post(
      '/test',
      ({ call, body }) => {
        // A test of an unresponsive server takes longer than the idle timeout of the connection.
        call.disableIdleTimeout();
        return targets.test(body);
      },
      routeOptions({
        access: 'adminsession',
        summary:
          'Test a backup target with a small file; returns the host key if `target` has none or another one',
        body: input,
        responseSchema: test,
      }),
    )
    .put(
      '/:targetid',
      ({ call, params: { targetid }, body }) => targets.change(call.context, targetid, body),
      routeOptions({
        access: 'adminsession',
        summary: 'Change a backup target; a new host or user deletes the stored secret',
        params,
        body: input,
        responseSchema: backupTarget,
      }),
    )
    .delete(
      '/:targetid',
      ({ call, params: { targetid } }) => {
        targets.remove(call.context, targetid);
        return { deleted: targetid };
      },
      routeOptions({
        access: 'adminsession',
        summary: 'Remove a backup target; existing copies are not deleted',
        params,
        responseSchema: z.object({ deleted: z.string() }),
      }),
    );
}
