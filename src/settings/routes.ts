import { z } from 'zod';
import { holds, isPerson } from '../actor.ts';
import { AppError, notFound } from '../errors.ts';
import { attachBody } from '../files/upload.ts';
import type { Host } from '../host.ts';
import { type Call, type Route, route } from '../http/route.ts';
import { sendMail } from '../outbox/deliver.ts';
import { setBlueprint, setLogo } from './branding.ts';

const keySchema = z
  .string()
  .max(100)
  .regex(/^[\w.-]+$/, 'Use letters, digits, dots, hyphens and underscores.');
const valueSchema = z.union([
  z.string().max(65_536),
  z.boolean().transform(String),
  z.number().transform(String),
]);
const byKey = z.object({ key: z.string().max(255) });
const byName = z.object({ filename: z.string().max(255) });
const IMAGES = ['png', 'jpg', 'jpeg', 'gif', 'webp', 'svg'];
const edit = { can: 'settings.edit' };

const newSetting = z.object({
  key: keySchema,
  value: valueSchema.nullable().optional(),
  valuetype: z.string().max(32).nullable().optional(),
  category: z.string().max(64).nullable().optional(),
  description: z.string().max(65_536).nullable().optional(),
});

export const settingRecord = z
  .object({
    settingid: z.int().nullable(),
    key: z.string(),
    value: z.string(),
    valuetype: z.string(),
    category: z.string(),
    title: z.string(),
    description: z.string().nullable(),
    default: z.string().nullable(),
    options: z.array(z.string()).nullable(),
    issecret: z.boolean(),
    ispublic: z.boolean(),
    createddate: z.iso.datetime().nullable(),
    modifieddate: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Setting' });

/** Secrets are masked for everybody; strangers see only what is declared public. */
const mayRead = (call: Pick<Call, 'actor'>) => isPerson(call.actor) || holds(call.actor, 'settings.edit');

export function settingsRoutes(host: Host): Route[] {
  const { settings } = host;
  const visible = (call: Pick<Call, 'actor'>) =>
    settings.views().filter((view) => view.ispublic || mayRead(call));
  return [
    route(
      'GET',
      '/api/settings',
      {
        access: 'optional',
        summary: 'Settings; strangers see the public ones',
        query: z.object({ category: z.string().max(64).optional() }),
        response: settingRecord.array(),
      },
      (call) => visible(call).filter((view) => !call.query.category || view.category === call.query.category),
    ),
    route(
      'POST',
      '/api/settings',
      { access: edit, summary: 'Create a setting', body: newSetting, response: settingRecord, status: 201 },
      ({ context, body }) => {
        settings.create(context, body);
        return settings.view(body.key);
      },
    ),
    route(
      'POST',
      '/api/settings/seed',
      {
        access: edit,
        summary: 'Store the defaults of settings that are not stored',
        response: z.object({ created: z.int() }),
      },
      ({ context }) => ({ created: settings.seed(context) }),
    ),
    route(
      'POST',
      '/api/settings/test-email',
      {
        access: edit,
        summary: 'Send a test mail',
        // Whatever is sent, the answer is 200: a bad address is an outcome of the test.
        body: z.object({ to: z.string().max(1024).nullable().optional() }),
        response: z.object({ sent: z.boolean(), to: z.string().nullable(), error: z.string().nullable() }),
      },
      ({ body, context }) => testMail(host, body.to ?? undefined, context),
    ),
    route(
      'GET',
      '/api/settings/:key',
      { access: 'optional', summary: 'One setting', params: byKey, response: settingRecord },
      (call) => {
        const view = settings.view(call.params.key);
        if (!view || !(view.ispublic || mayRead(call))) throw notFound('Setting');
        return view;
      },
    ),
    route(
      'PUT',
      '/api/settings/:key',
      {
        access: edit,
        summary: 'Change a setting',
        params: z.object({ key: keySchema }),
        body: z.object({ value: valueSchema }),
        response: settingRecord,
      },
      ({ context, params, body }) => {
        settings.set(context, params.key, body.value);
        return settings.view(params.key);
      },
    ),
    ...imageRoutes(host),
  ];
}

function imageRoutes(host: Host): Route[] {
  const stored = z.object({
    filename: z.string(),
    url: z.string(),
    width: z.int().nullable(),
    height: z.int().nullable(),
  });
  return [
    route(
      'POST',
      '/api/settings/map-blueprint',
      {
        access: 'admin',
        summary: 'Upload the floor plan',
        body: 'raw',
        bodytype: 'multipart/form-data',
        response: stored,
        status: 201,
      },
      async ({ req, context }) => {
        const { file, fields } = await attachBody(host, req, 'blueprints', {
          extensions: IMAGES,
          maxbytes: 32 * 1024 * 1024,
        });
        return setBlueprint(host, context, file, fields.theme ?? 'light');
      },
    ),
    route(
      'GET',
      '/api/settings/map-blueprint/:filename',
      { access: 'open', summary: 'The floor plan', params: byName, produces: 'image/*' },
      ({ params }) => host.files.serve('blueprints', params.filename),
    ),
    route(
      'POST',
      '/api/settings/branding-logo',
      {
        access: 'admin',
        summary: 'Upload a logo',
        body: 'raw',
        bodytype: 'multipart/form-data',
        response: stored,
        status: 201,
      },
      async ({ req, context }) => {
        const { file, fields } = await attachBody(host, req, 'branding', {
          extensions: [...IMAGES, 'ico'],
          maxbytes: 4 * 1024 * 1024,
        });
        return setLogo(host, context, file, fields.kind ?? 'site');
      },
    ),
    route(
      'GET',
      '/api/settings/branding/:filename',
      { access: 'open', summary: 'A logo', params: byName, produces: 'image/*' },
      ({ params }) => host.files.serve('branding', params.filename),
    ),
  ];
}

/** Always answers: a mail server that refuses is a result here, not an error. */
async function testMail(host: Host, to: string | undefined, context: Call['context']) {
  const recipient = to ?? (host.settings.text('alert_recipients').split(/[,;\s]+/)[0] || null);
  const outcome = await sendTest(host, recipient);
  host.db.transact(context, (tx) =>
    tx.audit({
      action: 'platform.mail.tested',
      entitytype: 'setting',
      entityid: null,
      details: { sent: outcome.sent },
    }),
  );
  return { ...outcome, to: recipient };
}

async function sendTest(host: Host, to: string | null): Promise<{ sent: boolean; error: string | null }> {
  if (!to) return { sent: false, error: 'Name a recipient, or enter alert_recipients in the settings.' };
  try {
    const site = host.settings.text('site_name') || 'Millwright';
    await sendMail(
      host.settings,
      { to, subject: `Test mail from ${site}`, text: `This is a test mail from ${site}. Mail works.` },
      host.config.allowLoopback,
    );
    return { sent: true, error: null };
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    return { sent: false, error: cause instanceof Error ? cause.message : 'The mail could not be sent.' };
  }
}
