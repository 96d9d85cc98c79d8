import { z } from 'zod';

const bytes = z.int();
const when = z.iso.datetime();
const measured = bytes.nullable().meta({ description: 'Null until it has been measured once.' });

/** Maximum number of tables in the response. */
export const MAX_TABLES = 8;

const job = z.object({ jobname: z.string(), title: z.string() });

/** The version, resources and state of the appliance. */
export const applianceRecord = z
  .object({
    version: z.string(),
    commit: z
      .string()
      .nullable()
      .meta({ description: 'Null where it was made of sources in no repository.' }),
    runtime: z.string(),
    platform: z.string(),
    hostname: z.string(),
    starteddate: when,
    uptimeseconds: z.int(),
    datafolder: z.string(),
    listens: z.string().array().max(10).meta({ description: 'What its listeners listen on.' }),
    disk: z.object({
      totalbytes: bytes,
      freebytes: bytes,
      databasebytes: bytes.meta({ description: 'With its log of writes.' }),
      filesbytes: measured,
      backupsbytes: measured,
      logsbytes: measured,
      measureddate: when.nullable(),
    }),
    database: z.object({
      bytes,
      walbytes: bytes.meta({ description: 'Its log of writes.' }),
      tables: z
        .array(z.object({ table: z.string(), rows: z.int() }))
        .max(MAX_TABLES)
        .nullable()
        .meta({ description: 'The largest ones; null until they have been counted once.' }),
      looked: z
        .object({ date: when, iswhole: z.boolean() })
        .nullable()
        .meta({ description: 'The last check of a backup: it reads pages, references and the audit log.' }),
    }),
    jobs: z.object({
      total: z.int(),
      running: z.array(job).max(500),
      failed: z.array(job.extend({ lastrun: when.nullable(), lasterror: z.string().nullable() })).max(500),
      lastrun: when.nullable(),
      nextrun: when.nullable(),
    }),
    certificate: z
      .object({
        commonname: z.string(),
        names: z.string().array().max(1000),
        issuer: z.string(),
        selfsigned: z.boolean(),
        notafter: when,
        daystoexpiry: z.int(),
        sha256: z.string(),
      })
      .nullable()
      .meta({ description: 'Null where it is served without TLS.' }),
    backups: z.object({
      newest: z
        .object({
          backupid: z.int(),
          filename: z.string(),
          createddate: when,
          bytes: bytes.nullable(),
          sealed: z.boolean(),
        })
        .nullable()
        .meta({ description: 'The newest one that was made here and found whole.' }),
      isoverdue: z.boolean(),
    }),
    outbox: z.object({
      waiting: z.int(),
      failed: z.int(),
      heldsince: when.nullable().meta({
        description: 'Since when nothing goes out, of data that were restored; null when all does.',
      }),
    }),
    audit: z.object({
      rows: z.int(),
      fault: z.string().nullable().meta({ description: 'What is wrong with its end; null when nothing is.' }),
    }),
  })
  .meta({ id: 'Appliance' });
export type ApplianceRecord = z.output<typeof applianceRecord>;
