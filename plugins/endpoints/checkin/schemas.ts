import { z } from 'zod';
import { instantSchema } from '../../../src/kit/resource/validate.ts';

/** Levels of checks, from the best to the worst. The verdict of a PC depends on this order. */
export const EVENT_LEVELS = ['ok', 'noise', 'degraded', 'blocked'] as const;
export type EventLevel = (typeof EVENT_LEVELS)[number];

export const checkin = z
  .object({
    hostname: z.string().min(1).max(255).optional(),
    agentversion: z.string().max(40).nullish(),
    osversion: z.string().max(255).nullish(),
    uptimeseconds: z.int().min(0).nullish(),
    loggedinuser: z.string().max(255).nullish(),
    ipaddresses: z.string().max(64).array().max(256).nullish(),
    servertrust: z
      .object({ pinned: z.boolean(), spkipin: z.string().max(100).nullish() })
      .nullish()
      .meta({ description: 'Whether the agent pins the certificate of this appliance, and its pin.' }),
    checks: z
      .object({
        name: z.string().min(1).max(100),
        level: z.enum(EVENT_LEVELS),
        message: z.string().max(1000).default(''),
      })
      .array()
      .max(100)
      .default([]),
    events: z
      .object({
        time: instantSchema,
        level: z.string().max(20),
        source: z.string().max(100).nullish(),
        message: z.string().min(1).max(2000),
      })
      .array()
      .max(100)
      .default([]),
  })
  .meta({ id: 'CheckIn' });
export type CheckIn = z.output<typeof checkin>;

export const checkInResult = z
  .object({
    assetid: z.int(),
    pollseconds: z.int(),
    nextseconds: z.int().meta({
      description:
        'Seconds until the next check-in. Each PC has its own time within the interval, which spreads the load.',
    }),
    returnseconds: z.int().meta({
      description: 'Seconds to wait before the first request after a lost connection; different for each PC.',
    }),
    alertseconds: z.int(),
    currentagentversion: z.string().nullable(),
    enforces: z.boolean().meta({
      description:
        'Whether this PC may run scheduled enforcement: its policy allows enforce_run, the PC is not locked, and deliveries are not paused after a restore.',
    }),
    policy: z.object({ policyname: z.string(), allowedactions: z.string().array() }),
    serverpins: z
      .string()
      .array()
      .meta({ description: 'SPKI pins (SHA-256, base64) of the current and the announced certificate.' }),
  })
  .meta({ id: 'CheckInAnswer' });
