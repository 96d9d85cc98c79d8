import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { type Site, startSite } from '../../../test/support/site.ts';
import { LOG_FOLDERS, parseFolders, validateLogFile, validateLogFolders } from '../commands/log-folders.ts';
import { validateLogPath } from '../commands/log-paths.ts';
import { createEnrolledPc, setSharedKey } from './pcs.ts';

const refusal = (path: string, folders: readonly string[] | null = LOG_FOLDERS) =>
  validateLogFile({ path, folders });

test.each([
  '/var/log/syslog',
  '/var/log/apt/history.log',
  '/var/log/app.log.1',
  '/var/log/app.LOG.12',
  '/var/log/audit/deep/er/messages',
  'C:\\Logs\\line 4.log',
  'c:/logs/Line.TXT',
  'C:\\LOGS/deep\\a.out',
  'C:\\ProgramData\\Siemens\\Logs\\a.err',
  'c:\\programdata\\Siemens AG\\LOGS\\deep\\a.trace.3',
  'C:\\Windows\\Logs\\CBS\\CBS.log',
  'C:\\inetpub\\logs\\LogFiles\\W3SVC1\\u_ex1.log',
])('the folder rules accept %s', (path) => expect(refusal(path)).toBeUndefined());

test.each([
  '/var/logs/app.log',
  '/var/log',
  '/VAR/LOG/app.log',
  '/var/lib/app.log',
  '/srv/var/log/app.log',
  '/home/mara/app.log',
  'C:\\Logsx\\a.log',
  'D:\\Logs\\a.log',
  'C:\\Users\\mara\\Logs\\a.log',
  'C:\\ProgramData\\Logs\\a.log',
  'C:\\ProgramData\\a\\b\\Logs\\a.log',
  'C:\\ProgramData\\Siemens\\Logs',
  'C:\\Windows\\System32\\config\\SAM',
  'C:\\Windows\\Panther\\setupact.log',
])('the folder rules reject %s, which is outside the log folders', (path) =>
  expect(refusal(path)).toContain('below the log folders'),
);

test.each([
  '/var/log/app.conf',
  '/var/log/app.log.old',
  '/var/log/app.log.1.gz',
  '/var/log/syslog.1',
  '/var/log/app.logx',
  '/var/log/app.log.',
  '/var/log/app_log.',
  'C:\\Logs\\messages',
  'C:\\Logs\\a.json',
  'C:\\Logs\\a.log.exe',
  'C:\\Logs\\a.log ',
  'C:\\Logs\\a.log::$DATA',
  'C:\\Logs\\a.conf:x.log',
  'C:\\inetpub\\logs\\history',
])('the folder rules reject %s, which has no log file name', (path) =>
  expect(refusal(path)).toEqual(expect.any(String)),
);

/** Returns other spellings of a Windows path. */
const spellings = (path: string): string[] => [
  path.replaceAll('\\', '/'),
  path.toUpperCase(),
  `\\\\?\\${path}`,
  `\\\\.\\${path}`,
  `\\\\localhost\\C$${path.slice(2)}`,
  path.replace('C:\\', 'C:\\Logs\\..\\'),
  path.replace('C:\\', 'C:\\Logs\\.\\..\\'),
  path.replaceAll('\\', '\\\\'),
  `${path}.`,
  `${path} `,
  `${path}::$DATA`,
  `${path}:x.log`,
  path.replace('Program Files', 'PROGRA~1').replace('ProgramData', 'PROGRA~3'),
  path.replace('C:\\', 'C:'),
  path.replace('C:\\', '%SystemDrive%\\'),
  path.replace('e', 'ｅ'),
];

test.each([
  'C:\\ProgramData\\Millwright\\Logs\\agent.log',
  'C:\\Program Files\\Millwright Agent\\agent.log',
  'C:\\ProgramData\\app\\Logs\\Credentials.log',
  'C:\\Users\\mara\\.ssh\\known.log',
])('the folder rules reject %s in each spelling and for each folder setting', (path) => {
  for (const spelt of [path, ...spellings(path)])
    for (const folders of [null, LOG_FOLDERS, ['C:\\*', 'C:\\*\\*', 'C:\\Users\\mara']])
      expect([spelt, refusal(spelt, folders)]).toEqual([spelt, expect.any(String)]);
});

test('the folder rules without folders equal the path rules, and the default folders allow no more', () => {
  const parts = [
    'var',
    'log',
    'Logs',
    '.ssh',
    'app.log',
    'shadow',
    'syslog',
    '..',
    'secrets.txt',
    'a.conf',
    '',
  ];
  const roots = ['/', 'C:\\', '\\\\', 'C:'];
  for (const root of roots)
    for (const one of parts)
      for (const two of parts)
        for (const three of parts) {
          const path = root + [one, two, three].join(root.startsWith('/') ? '/' : '\\');
          const [bound, free] = [refusal(path), refusal(path, null)];
          expect([path, free]).toEqual([path, validateLogPath(path)]);
          if (free) expect([path, bound]).toEqual([path, free]);
        }
});

test('only an admin may fetch a log when no folder is set', () => {
  expect(refusal('/var/log/syslog', [])).toContain('below the log folders');
  expect(refusal('/var/log/syslog', null)).toBeUndefined();
});

test.each([
  'C:\\',
  '/',
  '*',
  '/*',
  'C:\\*\\*',
  'Logs',
  'C:Logs',
  '\\\\server\\logs',
  'C:\\Lo*s',
  'C:\\Logs\\..',
  'C:\\PROGRA~1\\Logs',
  'C:\\ProgramData\\Millwright',
  '/home/*/.ssh',
  '/proc',
])('the setting rejects %s as a log folder', (folder) =>
  expect(validateLogFolders(folder)).toEqual(expect.any(String)),
);

test('the setting accepts the default folders with trailing slashes and blank lines', () => {
  const text = `\r\n${LOG_FOLDERS.map((folder) => `${folder}/`).join('\r\n\n')}\n  D:\\Plant\\*\\*\\Logs  `;
  expect(validateLogFolders(text)).toBeUndefined();
  expect(parseFolders(text)).toHaveLength(LOG_FOLDERS.length + 1);
  expect(refusal('D:\\plant\\a\\b\\logs\\x.log', parseFolders(text))).toBeUndefined();
});

let site: Site;
beforeAll(async () => {
  site = await startSite();
  await setSharedKey(site);
});
afterAll(() => site.stop());

async function loggingPc(hostname: string) {
  const made = await createEnrolledPc(site, hostname);
  await made.agent.post('/api/endpoints/checkin', { agentversion: '0.2.0' });
  const collect = (path: string, more: object = {}, who = site.admin) =>
    who.post(`/api/endpoints/asset/${made.assetid}/commands`, {
      action: 'collect_log',
      parameters: { path },
      ...more,
    });
  return { ...made, collect };
}

test('a log command uses the folders of the setting and sends them to the agent', async () => {
  const { assetid, agent, collect } = await loggingPc('folders-1');
  const refused = await collect('D:\\Plant\\x.log');
  expect([refused.status, refused.error.details.issues[0].path]).toEqual([400, 'parameters.path']);
  const bulk = { action: 'collect_log', parameters: { path: 'D:\\Plant\\x.log' }, assetids: [assetid] };
  expect((await site.admin.post('/api/endpoints/commands/bulk', bulk)).status).toBe(400);
  const wrong = await site.admin.put('/api/settings/endpoints_log_folders', { value: 'D:\\' });
  expect([wrong.status, wrong.error.details.issues[0].path]).toEqual([400, 'value']);
  await site.admin.put('/api/settings/endpoints_log_folders', { value: 'D:\\Plant\nE:\\*\\Logs' });
  expect((await collect('C:\\Logs\\x.log')).status).toBe(400);
  const { status, data } = await collect('D:\\Plant\\x.log');
  expect([status, data.parameters]).toEqual([201, { path: 'D:\\Plant\\x.log' }]);
  const claimed = await agent.get('/api/endpoints/commands/next?wait=0');
  expect(claimed.data.parameters).toEqual({
    path: 'D:\\Plant\\x.log',
    folders: ['D:\\Plant', 'E:\\*\\Logs'],
  });
  const elsewhere = { commandid: data.commandid, path: 'C:\\Users\\mara\\x.log', content: 'x' };
  expect((await agent.post('/api/endpoints/logs', elsewhere)).status).toBe(400);
});

test('an admin may fetch another log with a reason, but no protected file', async () => {
  const { agent, collect } = await loggingPc('folders-2');
  const override = { override: { reason: 'The line stands.' } };
  const technician = await site.userWith('endpoints.updateapp', 'endpoints.view');
  expect((await collect('D:\\App\\x.conf', override, technician)).status).toBe(403);
  const { data: folder } = await site.admin.get('/api/settings/endpoints_log_folders');
  expect(folder.value).not.toContain('App');
  for (const path of ['D:\\App\\secrets.json', join(site.app.host.config.data, 'logs', 'x.log')]) {
    const { status, error } = await collect(path, override);
    expect([path, status, error.details.issues[0].path]).toEqual([path, 400, 'parameters.path']);
  }
  expect((await collect('D:\\App\\x.conf', override)).status).toBe(201);
  const { data } = await agent.get('/api/endpoints/commands/next?wait=0');
  expect(data.parameters).toEqual({ path: 'D:\\App\\x.conf', folders: null });
  const sent = { commandid: data.commandid, path: 'D:\\App\\x.conf', content: 'x' };
  expect((await agent.post('/api/endpoints/logs', sent)).status).toBe(201);
});
