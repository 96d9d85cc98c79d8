import { z } from 'zod';
import { hasPermission, isPerson } from '../../kit/actor.ts';
import { notFound } from '../../kit/errors.ts';
import { attach } from '../../kit/files/upload.ts';
import type { Host } from '../../kit/host.ts';
import { type Api, api, routeOptions } from '../../kit/http/api.ts';
import type { Call } from '../../kit/http/call.ts';
import { readFields } from '../../kit/http/form-fields.ts';
import { instantSchema } from '../../kit/resource/validate.ts';
import type { SettingView } from '../../kit/settings/settings.ts';
import { readStaleness } from '../../kit/staleness.ts';
import { LOGO_AREA, LOGOS, PLAN_AREA, setLogo, setSiteBlueprint, THEMES } from './branding.ts';
import { testMail } from './test-mail.ts';

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
const MB = 1024 * 1024;

const planForm = z.object({ theme: z.enum(THEMES).default('light') });
const logoForm = z.object({ kind: z.enum(LOGOS).default('site') });

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
    words: z.record(z.string(), z.string()).nullable(),
    offered: z.boolean(),
    issecret: z.boolean(),
    ispublic: z.boolean(),
    writable: z
      .boolean()
      .meta({ description: 'Whether the caller can change it; some settings require an admin.' }),
    createddate: z.iso.datetime().nullable(),
    modifieddate: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Setting' });
/** A changed setting with the keys of the secrets that the change cleared. */
export const changedSetting = settingRecord
  .extend({ cleared: z.array(z.string()).optional() })
  .meta({ id: 'ChangedSetting' });
export type ChangedSetting = z.output<typeof changedSetting>;
export type SiteSetting = z.output<typeof settingRecord>;

/**
 * Reports whether the caller may read a setting. Anonymous callers see public ones, and signed-in users also
 * declared ones. Users who may edit settings also see those that the plant added.
 */
const mayRead = ({ settings }: Host, { actor }: Pick<Call, 'actor'>, { key, ispublic }: SettingView) =>
  ispublic || hasPermission(actor, 'settings.edit') || (isPerson(actor) && settings.isDeclared(key));

/** Creates the routes for settings, the test mail and the images of the site. */
export function settingsRoutes(host: Host): readonly Api[] {
  const { settings } = host;
  const seenBy = ({ actor }: Pick<Call, 'actor'>, view: SettingView) => ({
    ...view,
    writable: settings.mayWrite(actor, view.key),
  });
  const visibleSettings = (call: Pick<Call, 'actor'>) =>
    settings
      .views()
      .filter((view) => mayRead(host, call, view))
      .map((view) => seenBy(call, view));
  return [
    api('/api/settings')
      .get(
        '',
        ({ call, query }) =>
          visibleSettings(call).filter((view) => !query.category || view.category === query.category),
        routeOptions({
          access: 'public',
          summary: 'Settings; anonymous callers get the public ones',
          query: z.object({ category: z.string().max(64).optional() }),
          responseSchema: settingRecord.array().max(1000),
        }),
      )
      .post(
        '',
        ({ call, body }) => {
          settings.create(call.context, body);
          return seenBy(call, settings.view(body.key)!);
        },
        routeOptions({
          access: edit,
          summary: 'Create a setting',
          body: newSetting,
          responseSchema: settingRecord,
          status: 201,
        }),
      )
      .post(
        '/seed',
        ({ call: { context } }) => ({ created: settings.writeDefaults(context) }),
        routeOptions({
          access: edit,
          summary: 'Store default values of settings that are not stored yet',
          responseSchema: z.object({ created: z.int() }),
        }),
      )
      .post(
        '/test-email',
        ({ call: { context }, body }) => testMail(host, body.to ?? undefined, context),
        routeOptions({
          access: edit,
          summary: 'Send a test mail', // A bad address is an outcome of the test, so the status is always 200.
          body: z.object({ to: z.string().max(65_536).nullable().optional() }),
          responseSchema: z.object({
            sent: z.boolean(),
            to: z.string().nullable(),
            error: z.string().nullable(),
            answer: z
              .string()
              .nullable()
              .meta({ description: 'Response of the mail server; null if it contains the password.' }),
          }),
        }),
      )
      .get(
        '/:key',
        ({ call, params }) => {
          const view = settings.view(params.key);
          if (!view || !mayRead(host, call, view)) throw notFound('Setting');
          return seenBy(call, view);
        },
        routeOptions({
          access: 'public',
          summary: 'One setting',
          params: byKey,
          responseSchema: settingRecord,
        }),
      )
      .put(
        '/:key',
        ({ call, params, body }) => {
          const unless = readStaleness(call.req, body.ifmodifieddate);
          const cleared = settings.set(call.context, params.key, body.value, unless);
          return { ...seenBy(call, settings.view(params.key)!), ...(cleared.length > 0 && { cleared }) };
        },
        routeOptions({
          access: edit,
          summary: 'Change a setting',
          params: z.object({ key: keySchema }),
          body: z.object({ value: valueSchema, ifmodifieddate: instantSchema.optional() }),
          responseSchema: changedSetting,
        }),
      ),
    ...imageRoutes(host),
  ];
}

function imageRoutes(host: Host): readonly Api[] {
  const stored = z.object({
    filename: z.string(),
    url: z.string(),
    width: z.int().nullable(),
    height: z.int().nullable(),
  });
  return [
    api('/api/settings')
      .post(
        '/map-blueprint',
        async ({ call: { req, context } }) => {
          const rule = { extensions: IMAGES, maxbytes: 32 * MB, areabytes: 1024 * MB, form: planForm };
          return attach(host.files, req, PLAN_AREA, rule, ({ file, fields }) =>
            setSiteBlueprint(host, context, file, readFields(planForm, fields).theme),
          );
        },
        routeOptions({
          access: 'admin',
          summary: 'Upload the floor plan',
          responseSchema: stored,
          status: 201,
          raw: { type: 'multipart/form-data', form: planForm },
        }),
      )
      .get(
        '/map-blueprint/:filename',
        ({ params }) => host.files.serve(PLAN_AREA, params.filename),
        routeOptions({ access: 'open', summary: 'The floor plan', params: byName, produces: 'image/*' }),
      )
      .post(
        '/branding-logo',
        async ({ call: { req, context } }) => {
          const extensions = [...IMAGES, 'ico'];
          const rule = { extensions, maxbytes: 4 * MB, areabytes: 256 * MB, form: logoForm };
          return attach(host.files, req, LOGO_AREA, rule, ({ file, fields }) =>
            setLogo(host, context, file, readFields(logoForm, fields).kind),
          );
        },
        routeOptions({
          access: 'admin',
          summary: 'Upload a logo',
          responseSchema: stored,
          status: 201,
          raw: { type: 'multipart/form-data', form: logoForm },
        }),
      )
      .get(
        '/branding/:filename',
        ({ params }) => host.files.serve(LOGO_AREA, params.filename),
        routeOptions({ access: 'open', summary: 'A logo', params: byName, produces: 'image/*' }),
      ),
  ];
}
