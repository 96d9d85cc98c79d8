import { z } from 'zod';

const bytes = z.int();
const when = z.iso.datetime();
const measured = bytes.nullable().meta({ description: 'Null until the first measurement.' });

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
      .meta({ description: 'Null if the build did not come from a Git repository.' }),
    runtime: z.string(),
    platform: z.string(),
    hostname: z.string(),
    starteddate: when,
    uptimeseconds: z.int(),
    datafolder: z.string(),
    listens: z.string().array().max(10).meta({ description: 'Addresses and ports of the listeners.' }),
    disk: z.object({
      totalbytes: bytes,
      freebytes: bytes,
      databasebytes: bytes.meta({ description: 'Includes the write-ahead log.' }),
      filesbytes: measured,
      backupsbytes: measured,
      logsbytes: measured,
      measureddate: when.nullable(),
    }),
    database: z.object({
      bytes,
      walbytes: bytes.meta({ description: 'Size of the write-ahead log.' }),
      tables: z
        .array(z.object({ table: z.string(), rows: z.int() }))
        .max(MAX_TABLES)
        .nullable()
        .meta({ description: 'The largest tables; null until the first count.' }),
      looked: z
        .object({ date: when, iswhole: z.boolean() })
        .nullable()
        .meta({ description: 'Last verification of a backup: database pages, foreign keys and audit log.' }),
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
      .meta({ description: 'Null if this appliance does not use TLS.' }),
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
        .meta({ description: 'Newest verified backup created on this appliance.' }),
      isoverdue: z.boolean(),
    }),
    outbox: z.object({
      waiting: z.int(),
      failed: z.int(),
      heldsince: when.nullable().meta({
        description: 'Time of the restore since which deliveries are paused; null if they are not paused.',
      }),
    }),
    audit: z.object({
      rows: z.int(),
      fault: z
        .string()
        .nullable()
        .meta({ description: 'Error in the newest rows of the audit log; null if there is none.' }),
    }),
  })
  .meta({ id: 'Appliance' });
export type ApplianceRecord = z.output<typeof applianceRecord>;
