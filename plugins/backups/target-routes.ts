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
  secret: targetSecret.optional().meta({ description: 'Without it, the stored secret stays.' }),
});
const test = z
  .object({
    ok: z.boolean(),
    problem: z.string().nullable(),
    note: z.string().nullable().meta({ description: 'A restriction of a target that works.' }),
    hostkey: z
      .string()
      .nullable()
      .meta({ description: 'The key that an SFTP server shows, when it is not the one in `target`.' }),
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
        summary: 'Targets for copies of backups',
        responseSchema: backupTarget.array().max(10),
      }),
    )
    .post(
      '',
      ({ call, body }) => targets.add(call.context, body),
      routeOptions({
        access: 'adminsession',
        summary: 'Add a target; the newest backup is copied there at once',
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
        summary: 'Write a small file to a target and delete it; a line without host key returns the key',
        body: input,
        responseSchema: test,
      }),
    )
    .put(
      '/:targetid',
      ({ call, params: { targetid }, body }) => targets.change(call.context, targetid, body),
      routeOptions({
        access: 'adminsession',
        summary: 'Change a target; its secret goes when the host or the user changes',
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
        summary: 'Copy no more backups to a target; its copies stay there',
        params,
        responseSchema: z.object({ deleted: z.string() }),
      }),
    );
}
