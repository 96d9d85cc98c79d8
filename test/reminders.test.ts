import { afterEach, beforeEach, expect, test } from 'bun:test';
import { plugins } from '../plugins/index.ts';
import { addDays } from '../src/kit/clock.ts';
import type { DueItem } from '../src/kit/contributions.ts';
import { definePlugin } from '../src/kit/plugin.ts';
import { DAY, HOUR } from './support/clock.ts';
import { eventually, startMailServer } from './support/receivers.ts';
import { PASSWORD, type Site, startSite } from './support/site.ts';

let site: Site;
let mail: Awaited<ReturnType<typeof startMailServer>>;
let things: DueItem[] = [];

/** Advances the clock and signs the admin in again, because a day is longer than a session. */
const later = async (milliseconds: number) => {
  site.clock.advance(milliseconds);
  site.admin = await site.anonymous.signIn('admin', PASSWORD);
};

const paper = definePlugin({
  id: 'papers',
  title: 'Papers',
  description: 'Things with a date',
  reminders: [
    {
      key: 'papers',
      title: 'Papers that run out',
      days: 14,
      href: '/vendors',
      due: (_reader, { until }) => things.filter(({ due }) => due <= until),
    },
    {
      key: 'moods',
      title: 'Moods',
      days: 3,
      href: '/vendors',
      due: () => {
        throw new Error('The mood is bad.');
      },
    },
  ],
});

beforeEach(async () => {
  things = [];
  site = await startSite({ plugins: [...plugins, paper] });
  mail = await startMailServer();
  // Tomorrow at 5:30 in the time zone of the machine.
  const now = site.clock.now();
  const morning = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 5, 30);
  await later(morning.getTime() - now.getTime());
});
afterEach(async () => {
  await site.stop();
  mail.stop();
});

const day = (days: number) =>
  addDays(
    site.app.host.db.read((reader) => reader.today),
    days,
  );
const thing = (id: number, days: number): DueItem => ({
  id,
  title: `Paper ${id}`,
  due: day(days),
  href: `/papers/${id}`,
});
const setMail = async () => {
  const settings = {
    smtp_host: '127.0.0.1',
    smtp_port: mail.port,
    smtp_security: 'none',
    smtp_from: 'a@b.c',
  };
  for (const [key, value] of Object.entries({ ...settings, alert_recipients: 'gauge@plant.example' }))
    expect((await site.admin.put(`/api/settings/${key}`, { value })).status).toBe(200);
};
const run = async () => {
  const { scheduler, outbox } = site.app.host;
  expect((await scheduler.run('reminders.digest')).lastresult).toBe('ok');
  await outbox.drain();
};
const texts = () => mail.mails.map((text) => text.replace(/=\r\n/g, ''));

test('an item is announced once before its due date and once when it is overdue', async () => {
  await setMail();
  things = [thing(1, 14), thing(2, 15), thing(3, -2)];
  await later(HOUR);
  await run();
  await eventually(() => mail.mails.length === 1, 'the first mail');
  const [first] = texts();
  expect(first).toContain('gauge@plant.example');
  expect(first).toContain('1 overdue, 1 coming up');
  expect(first).toContain('PAPERS THAT RUN OUT');
  expect(first).toContain(`${day(14)}  Paper 1`);
  expect(first).not.toContain('Paper 2');
  await run();
  await later(DAY);
  await run();
  await eventually(() => mail.mails.length === 2, 'the second mail');
  expect(texts()[1]).toContain('Paper 2');
  expect(texts()[1]).not.toMatch(/Paper [13]/);
  await later(15 * DAY);
  await run();
  await eventually(() => mail.mails.length === 3, 'the third mail');
  expect(texts()[2]).toContain('2 overdue');
  await later(DAY);
  await run();
  expect(mail.mails).toHaveLength(3);
});

test('the mail writes days in the format of the plant', async () => {
  await setMail();
  expect((await site.admin.put('/api/settings/date_format', { value: 'DD/MM/YY' })).status).toBe(400);
  await site.admin.put('/api/settings/date_format', { value: 'DD.MM.YYYY' });
  things = [thing(1, 3)];
  await later(HOUR);
  await run();
  await eventually(() => mail.mails.length === 1, 'the mail');
  expect(texts()[0]).toContain(`  ${day(3).split('-').toReversed().join('.')}  Paper 1`);
});

test('a new due date of an item is announced again', async () => {
  await setMail();
  things = [thing(1, 5)];
  await later(HOUR);
  await run();
  await eventually(() => mail.mails.length === 1, 'the first mail');
  things = [thing(1, 9)];
  await later(DAY);
  await run();
  await eventually(() => mail.mails.length === 2, 'the mail with the new date');
});

test('a reminder waits for the hour in the settings, and a later item for the next morning', async () => {
  await setMail();
  things = [thing(1, 3)];
  await run();
  expect(mail.mails).toHaveLength(0);
  await later(HOUR);
  await run();
  await eventually(() => mail.mails.length === 1, 'the mail of the morning');
  things = [thing(1, 3), thing(2, 4)];
  await later(5 * HOUR);
  await run();
  expect(mail.mails).toHaveLength(1);
  await later(DAY);
  await run();
  await eventually(() => mail.mails.length === 2, 'the mail of the next morning');
});

test('a reminder is not recorded without a mail server and is sent when one is set', async () => {
  things = [thing(1, 3)];
  await later(HOUR);
  await run();
  expect(site.app.host.db.read((reader) => reader.value('SELECT count(*) FROM remindertold'))).toBe(0);
  await setMail();
  await run();
  await eventually(() => mail.mails.length === 1, 'the mail');
});

test('the days of a reminder are a setting, and -1 disables it', async () => {
  await setMail();
  const setting = (await site.admin.get('/api/settings/reminder_papers_days')).data;
  expect(setting).toMatchObject({ value: '14', category: 'reminders', valuetype: 'integer' });
  await site.admin.put('/api/settings/reminder_papers_days', { value: -1 });
  things = [thing(1, 3)];
  await later(HOUR);
  await run();
  await site.admin.put('/api/settings/reminder_papers_days', { value: 2 });
  await later(DAY);
  await run();
  await eventually(() => mail.mails.length === 1, 'the mail');
  expect((await site.admin.put('/api/settings/reminder_papers_days', { value: -2 })).status).toBe(400);
});

test('the recipients of reminders replace the recipients of alerts', async () => {
  await setMail();
  await site.admin.put('/api/settings/reminder_recipients', {
    value: 'one@plant.example; two@plant.example',
  });
  things = [thing(1, 3)];
  await later(HOUR);
  await run();
  await eventually(() => mail.mails.length === 2, 'a mail for each');
  expect(texts().join('')).not.toContain('gauge@');
});

test('a reminder that throws does not stop the others and is listed as a fault', async () => {
  await setMail();
  things = [thing(1, 3)];
  await later(HOUR);
  await run();
  await eventually(() => mail.mails.length === 1, 'the mail');
  const { data } = await site.admin.get('/api/plugins/faults');
  expect(data.map((fault: { what: string }) => fault.what)).toContain('the reminder moods');
});
