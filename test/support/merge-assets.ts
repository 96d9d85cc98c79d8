import { expect } from 'bun:test';
import { recordCollision } from '../../src/features/catalog/index.ts';
import { createSystemContext } from '../../src/kit/data/tx.ts';
import type { Site } from './site.ts';

/** Records two assets as a possible duplicate, and merges the second one into the first. */
export async function mergeAssets({ app, admin }: Site, kept: number, retired: number): Promise<void> {
  const { value: collisionid } = app.host.db.transact(
    createSystemContext(),
    'catalog.collision.recorded',
    (tx) => {
      recordCollision(tx, kept, retired, 'Both are called alike.');
      tx.audit({ entitytype: 'collision', entityid: null });
      return tx.value<number>('SELECT max(collisionid) FROM assetcollisions')!;
    },
  );
  const done = await admin.post(`/api/assets/collisions/${collisionid}/decide`, { same: true });
  expect(done.status).toBe(200);
}
