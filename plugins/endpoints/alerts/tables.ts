import { assets } from '../../../src/features/catalog/tables.ts';
import { created, index, integer, serial, sqliteTable, unique } from '../../../src/kit/data/columns.ts';
import { notifications } from '../../notifications/tables.ts';

export const endpointalertacks = sqliteTable(
  'endpointalertacks',
  {
    endpointalertackid: serial(),
    notificationid: integer()
      .notNull()
      .references(() => notifications.notificationid, { onDelete: 'cascade' }),
    assetid: integer()
      .notNull()
      .references(() => assets.assetid, { onDelete: 'cascade' }),
    ...created(),
  },
  (t) => [
    unique().on(t.notificationid, t.assetid),
    index('endpointalertacks_asset').on(t.assetid, t.notificationid),
  ],
);
