import { expect, test } from 'bun:test';
import { plugins } from '../../plugins/index.ts';
import { toolsPlugin } from '../fixtures/plugins/tools/index.ts';
import { startSite } from '../support/site.ts';

test('the first start with a plugin that adds an asset type finds an intact audit log', async () => {
  const site = await startSite({ plugins: [...plugins, toolsPlugin] });
  try {
    expect(site.log.filter(({ level }) => level === 'error')).toEqual([]);
    const types = await site.admin.get('/api/assets/types?search=Tool');
    expect(types.data.length).toBeGreaterThan(0);
    expect((await site.admin.get('/api/auditlogs?action=audit.log.mistrusted')).data).toEqual([]);
  } finally {
    await site.stop();
  }
});
