import { z } from 'zod';
import { ACTIONS, type Action } from '../actions.ts';

/** Parameters of each action. Other keys are ignored. */
export const PARAMETERS: Record<Action, z.ZodObject> = {
  scheduledtask_run: z.object({ taskname: z.string().trim().min(1).max(260) }),
  update_app: z.object({ appid: z.int().positive(), appversionid: z.int().positive() }),
  run_script: z.object({ scriptid: z.int().positive() }),
  collect_log: z.object({ path: z.string().min(1).max(260) }),
  inventory_refresh: z.object({}),
  enforce_run: z.object({}),
  printers_sync: z.object({}),
  restart_agent: z.object({}),
  reboot: z.object({}),
  message: z.object({ text: z.string().trim().min(1).max(2000) }),
};

const requestFields = {
  action: z.enum(ACTIONS),
  parameters: z.record(z.string(), z.json()).default({}).meta({
    description:
      '`run_script {scriptid}`, `update_app {appid, appversionid}`, `scheduledtask_run {taskname}`, `collect_log {path}`, `message {text}`; nothing for the others. Other keys are ignored.',
  }),
};

export const enqueueInput = z
  .object({
    ...requestFields,
    override: z
      .object({ reason: z.string().trim().min(1).max(500) })
      .nullish()
      .meta({
        description:
          'Admins only. Ignores the policy and the limits for log files, and locks the PC for 60 minutes.',
      }),
  })
  .meta({ id: 'CommandToQueue' });
export type EnqueueInput = z.output<typeof enqueueInput>;

export const enqueueManyInput = z
  .object({
    ...requestFields,
    assetids: z.int().positive().array().min(1).max(20_000).nullish(),
    scope: z.record(z.string(), z.json()).nullish().meta({
      description: 'hostname, assettype, computertype, location, businessunit: one value or a list each.',
    }),
  })
  .meta({ id: 'CommandsToQueue' });
export type EnqueueManyInput = z.output<typeof enqueueManyInput>;

export const commandResult = z
  .object({
    status: z.enum(['succeeded', 'failed']),
    exitcode: z.int().min(-2147483648).max(4294967295).nullish(),
    output: z.string().nullish(),
    durationms: z.int().min(0).max(1e12).nullish(),
  })
  .meta({ id: 'CommandResult' });
export type CommandResult = z.output<typeof commandResult>;

export const claimedCommand = z
  .object({
    commandid: z.int(),
    action: z.enum(ACTIONS),
    parameters: z.looseObject({}).meta({
      description:
        'Parameters of the request with resolved values. `update_app` also has `appname`, `version` and `othernames`, the other names of the application. `collect_log` also has `folders`, the allowed folders (null: any folder).',
    }),
    duedate: z.iso.datetime().nullable(),
  })
  .meta({ id: 'ClaimedCommand' });

/** States of a command. `pending`: an agent has fetched it, and its result is outstanding. */
export const COMMAND_STATES = ['queued', 'pending', 'succeeded', 'failed'] as const;

export const commandRecord = z
  .object({
    commandid: z.int(),
    assetid: z.int(),
    hostname: z.string().nullable(),
    action: z.enum(ACTIONS),
    parameters: z.looseObject({}),
    appname: z
      .string()
      .nullable()
      .meta({ description: '`update_app`: name of the application when the command was queued.' }),
    appversion: z.string().nullable().meta({ description: '`update_app`: requested version.' }),
    state: z.enum(COMMAND_STATES),
    reason: z.string().nullable(),
    userid: z.int().nullable(),
    username: z.string().nullable(),
    isoverride: z.boolean(),
    claimeddate: z.iso.datetime().nullable(),
    finisheddate: z.iso.datetime().nullable(),
    exitcode: z.int().nullable(),
    output: z.string().nullable(),
    hasmore: z.boolean().meta({
      description: 'True when the output is cut. A list returns its beginning, a single command all of it.',
    }),
    durationms: z.int().nullable(),
    createddate: z.iso.datetime(),
  })
  .meta({ id: 'Command' });
