import type { Actor } from '../../../kit/actor.ts';
import { AppError, invalid } from '../../../kit/errors.ts';
import type { Host } from '../../../kit/host.ts';
import { type Api, api, routeOptions } from '../../../kit/http/api.ts';
import type { Input } from '../../../kit/resource/register.ts';
import { changeOf } from '../../../kit/resource/routes.ts';
import { readStaleness } from '../../../kit/staleness.ts';
import { type Parameters, readParameters, requireReport } from '../request.ts';
import { scheduleById } from './queries.ts';
import { MAX_SCHEDULES, scheduleRegister } from './register.ts';
import { sendScheduledReport } from './run.ts';
import { computeNextRun, type ScheduleTime } from './schedule-time.ts';
import type { Schedule } from './tables.ts';

const access = { can: 'settings.edit' };
const one = '/:reportscheduleid';

/** Creates the routes for report schedules, including the one that sends a report now. */
export function scheduleRoutes(host: Host): readonly Api[] {
  const resource = host.resource(scheduleRegister);
  const { schemas } = resource;
  const { record: answers, params } = schemas;
  return [
    api('/api/reports/schedules')
      .get(
        '',
        () => resource.all({ active: false }),
        routeOptions({
          access,
          summary: 'List report schedules, including paused ones',
          responseSchema: answers.array().max(MAX_SCHEDULES),
        }),
      )
      .get(
        one,
        ({ params: { reportscheduleid } }) => resource.get(reportscheduleid!),
        routeOptions({ access, summary: 'Get a report schedule', params, responseSchema: answers }),
      )
      .post(
        '',
        ({ call: { context }, body }) =>
          resource.create({ context, input: completeSchedule(host, context.actor, body) }),
        routeOptions({
          access,
          summary: 'Send a report by mail every week or month, with the data that the saving user can read',
          body: schemas.create,
          responseSchema: answers,
          status: 201,
        }),
      )
      .put(
        one,
        ({ call, params: { reportscheduleid }, body }) => {
          const change = changeOf(scheduleRegister, call, body);
          const whole = { ...resource.get(reportscheduleid!), ...change.input };
          const input = { ...change.input, ...completeSchedule(host, call.actor, whole, false) };
          return resource.update({ ...change, input }, reportscheduleid!);
        },
        routeOptions({
          access,
          summary: 'Change a report schedule',
          params,
          body: schemas.update,
          responseSchema: answers,
        }),
      )
      .delete(
        one,
        ({ call, params: { reportscheduleid } }) =>
          resource.remove(call.context, reportscheduleid!, readStaleness(call.req)),
        routeOptions({ access, summary: 'Delete a report schedule', params, ifunmodified: true }),
      )
      .post(
        `${one}/send`,
        async ({ call: { actor, context }, params: { reportscheduleid } }) => {
          const { report } = resource.get(reportscheduleid!);
          requireReport(host, actor, String(report));
          await sendScheduledReport(host, rowOf(host, reportscheduleid!), context, true);
          return resource.get(reportscheduleid!);
        },
        routeOptions({ access, summary: 'Send a scheduled report now', params, responseSchema: answers }),
      ),
  ];
}

function rowOf({ db }: Host, id: number): Schedule {
  return db.read((reader) => scheduleById.get(reader, { reportscheduleid: id }))!;
}

/**
 * Returns the schedule with the caller as its owner and the time of its next run. Throws 400 for an unknown
 * report, an invalid day or invalid parameters, and 403 for a service token or a caller who may not read the
 * report. For a change, `whole` is the complete record and the result contains only the new values.
 */
function completeSchedule(host: Host, actor: Actor, whole: Input, isWhole = true): Input {
  const { every, day, hour } = whole as unknown as ScheduleTime;
  if (every === 'weekly' && day > 7) throw invalid('day', 'Enter a day from 1 (Monday) to 7 (Sunday).');
  if (actor.userid === null)
    throw new AppError('FORBIDDEN', 'A service token cannot schedule reports. Sign in as a user.');
  const report = requireReport(host, actor, String(whole.report));
  readParameters(host, report, (whole.parameters ?? {}) as Parameters);
  return {
    ...(isWhole ? whole : {}),
    ownerid: actor.userid,
    scopes: actor.scopes ?? null,
    nextrun: computeNextRun(host.clock.now(), { every, day, hour }).toISOString(),
  };
}
