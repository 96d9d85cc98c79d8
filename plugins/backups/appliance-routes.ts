import { z } from 'zod';
import { runtime } from '#runtime';
import {
  auditBackup,
  Backups,
  begunRestore,
  DownloadTokens,
  importBackup,
  passphraseOf,
  Restorer,
} from '../../src/features/appliancebackups/index.ts';
import { type Actor, isSignedIn } from '../../src/kit/actor.ts';
import { type BackupMetadata, backupMetadata } from '../../src/kit/backup/backup-store.ts';
import { notFound } from '../../src/kit/errors.ts';
import { formatContentDisposition } from '../../src/kit/files/store.ts';
import type { Host } from '../../src/kit/host.ts';
import { forbidden } from '../../src/kit/http/access.ts';
import { type Api, api, routeOptions } from '../../src/kit/http/api.ts';
import type { Call } from '../../src/kit/http/call.ts';
import { idParam } from '../../src/kit/http/paging.ts';
import { targetRoutes } from './target-routes.ts';

const MAX_LISTED = 10_000;
const answer = backupMetadata
  .omit({ folder: true })
  .extend({ verifying: z.boolean() })
  .meta({ id: 'Backup' });
const params = z.object({ backupid: idParam });
const passphrase = z.string().min(1).max(1000);

const describe = (host: Host, { folder, ...note }: BackupMetadata): z.output<typeof answer> => ({
  ...note,
  verifying: host.getInstance(Backups).isBeingVerified(note.backupid),
});

/** Routes for backups of the appliance itself. */
export function applianceBackupRoutes(host: Host): readonly Api[] {
  const backups = host.getInstance(Backups);
  return [
    api('/api/backups')
      .get(
        '',
        () => backups.list().map((note) => describe(host, note)),
        routeOptions({
          access: 'admin',
          summary: 'List backups of the appliance, newest first',
          responseSchema: answer.array().max(MAX_LISTED),
        }),
      )
      .post(
        '',
        async ({ call }) => describe(host, await backups.make(call.context)),
        routeOptions({
          access: 'admin',
          summary: 'Create a backup of the appliance',
          responseSchema: answer,
          status: 201,
        }),
      )
      .get(
        '/:backupid',
        ({ params: { backupid } }) => describe(host, backups.get(backupid)),
        routeOptions({
          access: 'admin',
          summary: 'Get a backup of the appliance',
          params,
          responseSchema: answer,
        }),
      )
      .delete(
        '/:backupid',
        ({ call, params: { backupid } }) => {
          backups.remove(call.context, backupid);
          return { deleted: backupid };
        },
        routeOptions({
          access: 'adminsession',
          summary: 'Delete a backup of the appliance',
          params,
          responseSchema: z.object({ deleted: z.int() }),
        }),
      )
      .post(
        '/:backupid/verify',
        ({ call, params: { backupid }, body }) => {
          if (backups.isLarge(backupid)) {
            backups.startVerifying(backupid, body.passphrase);
            call.accept();
            return { verified: null, problems: [] };
          }
          call.disableIdleTimeout();
          return backups.verify(backupid, body.passphrase);
        },
        routeOptions({
          access: 'admin',
          summary: 'Verify that a backup is complete and intact',
          params,
          mayaccept:
            'Backups above 1 GB are verified in the background. When `verifying` of the backup is false, `verified` contains the result.',
          body: z.object({ passphrase: passphrase.optional() }),
          responseSchema: z
            .object({ verified: z.boolean().nullable(), problems: z.string().array().max(100) })
            .meta({ id: 'BackupVerification' }),
        }),
      ),
    downloads(host),
    uploads(host),
    restores(host),
    targetRoutes(host),
  ];
}

function downloads(host: Host): Api {
  const backups = host.getInstance(Backups);
  const tickets = host.getInstance(DownloadTokens);
  return api('/api/backups')
    .get(
      '/:backupid/download',
      ({ call, params: { backupid } }) => {
        const note = backups.getWithFile(backupid);
        refuseOpenToToken(call.actor, note);
        return handOver(host, call, note);
      },
      routeOptions({
        access: 'admin',
        summary: 'Download a backup; API tokens can download encrypted backups only',
        params,
        produces: 'application/octet-stream',
      }),
    )
    .post(
      '/:backupid/ticket',
      ({ call, params: { backupid } }) => {
        auditBackup(host, call.context, 'backups.ticket.given', backups.getWithFile(backupid));
        return { url: `${host.config.basePath}/api/backups/ticket/${tickets.issue(backupid)}` };
      },
      routeOptions({
        access: 'adminsession',
        summary: 'Create a link that downloads the backup once within one minute',
        params,
        responseSchema: z.object({ url: z.string() }).meta({ id: 'BackupTicket' }),
        status: 201,
      }),
    )
    .get(
      '/ticket/:ticket',
      ({ call, params: { ticket } }) => {
        const backupid = isFetching(call) ? tickets.redeem(ticket) : tickets.verify(ticket);
        if (backupid === undefined) throw notFound('Ticket');
        return handOver(host, call, backups.getWithFile(backupid));
      },
      routeOptions({
        access: 'open',
        summary: 'Download the backup of a ticket; each ticket works once',
        params: z.object({ ticket: z.string().max(100) }),
        produces: 'application/octet-stream',
      }),
    );
}

/**
 * Throws 403 when an API token requests an unencrypted backup. The file contains all data, so a leaked token
 * must not suffice.
 */
function refuseOpenToToken(actor: Actor, { sealed }: BackupMetadata): void {
  if (!sealed && !isSignedIn(actor)) throw forbidden();
}

/** Reports whether the request downloads the file. A HEAD request does not. */
const isFetching = ({ req }: Call): boolean => req.method !== 'HEAD';

function handOver(host: Host, call: Call, note: BackupMetadata & { path: string }): Response {
  if (isFetching(call)) auditBackup(host, call.context, 'backups.backup.downloaded', note);
  const headers = new Headers({
    'Content-Type': 'application/octet-stream',
    'Content-Disposition': formatContentDisposition(note.filename),
    'Cache-Control': 'private, no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  return runtime.fileResponse(note.path, headers);
}

function uploads(host: Host): Api {
  return api('/api/backups').post(
    '/upload',
    async ({ call, query: { filename } }) => {
      // Inspecting a large file takes longer than the idle timeout of the connection.
      call.disableIdleTimeout();
      return describe(
        host,
        await importBackup(host, call.context, call.req, filename, passphraseOf(call.req)),
      );
    },
    routeOptions({
      access: 'adminsession',
      summary: 'Upload a backup; `X-Backup-Passphrase` (UTF-8, percent-encoded) decrypts it',
      query: z.object({ filename: z.string().min(1).max(200) }),
      raw: { type: 'application/octet-stream' },
      responseSchema: answer,
      status: 201,
    }),
  );
}

const restores = (host: Host): Api =>
  api('/api/backups').post(
    '/:backupid/restore',
    ({ call, params: { backupid }, body }) =>
      host.getInstance(Restorer).restore(call.context, backupid, body, () => call.recheckAccess()),
    routeOptions({
      access: 'adminsession',
      summary:
        'Replace all data with a backup: it is tested on a copy first, then the appliance restarts with it',
      params,
      body: z.object({
        confirm: z.string().max(300).meta({ description: 'The file name of the backup.' }),
        passphrase: passphrase.optional(),
        evenso: z.boolean().optional().meta({
          description:
            'Continues although tables of the current data cannot be read (409 lists them in `unread`). Access that was revoked there may be valid again.',
        }),
      }),
      responseSchema: begunRestore,
      status: 202,
    }),
  );
