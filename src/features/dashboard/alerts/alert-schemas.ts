import { z } from 'zod';
import type { Access } from '../../../kit/http/access.ts';
import { longtext } from '../../../kit/resource/fields.ts';
import { inputSchema, instantSchema } from '../../../kit/resource/validate.ts';

/** The callers that may assign the alerts that they see. */
export const ASSIGN = { can: 'assets.edit' } as const satisfies Access;

const MAX_NOTE_LENGTH = 1000;

export const assignmentBody = z
  .object({
    userid: z.int().positive().meta({ description: 'An active user who can see the alert.' }),
    note: inputSchema(longtext({ title: 'Note', max: MAX_NOTE_LENGTH })) as z.ZodType<
      string | null | undefined
    >,
    duedate: z.iso.date('Enter a date such as 2026-01-31.').nullable().optional(),
    ifmodifieddate: instantSchema.optional(),
  })
  .meta({ id: 'AlertAssignmentInput' });
export type AssignmentInput = z.output<typeof assignmentBody>;

export const assignmentRecord = z
  .object({
    alertassignmentid: z.int(),
    alertkey: z.string(),
    title: z.string().meta({ description: 'The title of the alert.' }),
    userid: z.int(),
    username: z.string(),
    note: z.string().nullable(),
    duedate: z.iso.date().nullable(),
    createddate: z.iso.datetime(),
    modifieddate: z.iso.datetime(),
  })
  .meta({ id: 'AlertAssignment' });

export const assigneeRecord = z
  .object({
    userid: z.int(),
    username: z.string(),
    firstname: z.string().nullable(),
    lastname: z.string().nullable(),
  })
  .meta({ id: 'AlertAssignee' });
export type Assignee = z.output<typeof assigneeRecord>;

const trend = z
  .array(z.object({ day: z.iso.date(), count: z.int() }))
  .max(31)
  .meta({
    description: 'The counts of the last 30 days, the oldest first. Days without a count are missing.',
  });

export const alertPlace = z
  .object({
    locationid: z.int(),
    location: z.string(),
    count: z
      .int()
      .meta({ description: 'The number of records at the place and in all locations within it.' }),
    href: z.string().meta({ description: 'The list of these records in the UI.' }),
    trend,
  })
  .meta({ id: 'AlertPlace' });
export type AlertPlace = z.output<typeof alertPlace>;

export const alertRecord = z.object({
  key: z.string(),
  title: z.string(),
  count: z.int(),
  severity: z.enum(['info', 'warning', 'critical']),
  topic: z.enum(['failed', 'overdue', 'running', 'setup', 'other']).meta({
    description: '`setup`: a hint whose count has no meaning. `running`: work in progress.',
  }),
  href: z.string(),
  canassign: z.boolean().meta({ description: 'Whether the caller may assign the alert.' }),
  assignment: assignmentRecord
    .extend({ ismine: z.boolean() })
    .meta({ id: 'ShownAlertAssignment' })
    .nullable()
    .meta({ description: 'The user who takes care of it; null for anonymous callers.' }),
  view: z
    .object({
      savedviewid: z.int(),
      userid: z.int().meta({ description: 'The user who made the alert.' }),
      ismine: z.boolean(),
      problem: z
        .string()
        .nullable()
        .meta({ description: 'Why the rows of the view cannot be counted. The count is then 0.' }),
    })
    .nullable()
    .meta({ description: 'The saved view of an alert that a user made; null for other alerts.' }),
  hasplaces: z.boolean().meta({ description: 'Whether it was counted at places in the last 30 days.' }),
  trend,
});
export type AssignedAlert = z.output<typeof alertRecord>;
