import { definePlugin } from '../../kit/plugin.ts';
import { DemoData } from './demo-data.ts';
import { DemoRecorder } from './recorder.ts';
import { demoRoutes } from './routes.ts';
import * as tables from './tables.ts';

export { DemoSource } from './source.ts';

/** Demo data that admins load into the appliance and remove again. */
export const demoFeature = definePlugin({
  id: 'demo',
  title: 'Demo data',
  description: 'An invented plant to try the product',
  core: true,
  tables,
  routes: (host) => [demoRoutes(host)],
  start: (host) => {
    const recorder = host.getInstance(DemoRecorder);
    host.db.beforeCommit((tx) => recorder.record(tx));
  },
  beforeStop: (host) => host.getInstance(DemoData).stop(),
});
