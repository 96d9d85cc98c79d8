import { expect, test } from 'bun:test';
import { startSite } from './support/site.ts';

const PATH = '/api/dashboard/health';

test('the health route returns only the state and the version', async () => {
  const site = await startSite();
  try {
    const { status, data } = await site.anonymous.get(PATH);
    expect([status, data]).toEqual([200, { healthy: true, writable: true, version: site.app.host.version }]);
  } finally {
    await site.stop();
  }
});

test.skipIf(process.platform !== 'linux')(
  'the health route returns that the disk is not writable when it has no free space',
  async () => {
    const site = await startSite();
    const { config } = site.app.host;
    const { data } = config;
    try {
      // A virtual file system of the kernel that reports no free space.
      config.data = '/proc';
      const answer = await site.anonymous.get(PATH);
      expect([answer.status, answer.data.healthy, answer.data.writable]).toEqual([200, true, false]);
    } finally {
      config.data = data;
      await site.stop();
    }
  },
);

test('the health route returns 503 without details when the database fails', async () => {
  const site = await startSite();
  const { db } = site.app.host;
  const read = db.read;
  try {
    db.read = () => {
      throw Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR' });
    };
    const { status, error, text, headers } = await site.anonymous.get(PATH);
    expect([status, error.code, headers.get('retry-after')]).toEqual([503, 'UNHEALTHY', '30']);
    expect(text).not.toContain('I/O');
    expect(site.log).toContainEqual(
      expect.objectContaining({ level: 'error', message: 'database health check failed' }),
    );
  } finally {
    db.read = read;
    await site.stop();
  }
});
