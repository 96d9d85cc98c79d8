import { IconLock } from '@tabler/icons-react';
import { EmptyState } from '../../../src/web/parts/empty-state.tsx';

/** Said in place of what would fail: over plain http a browser has no encryption. */
export function NoEncryption() {
  return (
    <EmptyState icon={<IconLock size={32} />} title="This page needs https">
      Your browser encrypts and decrypts only on pages that come over https. Open this address again with
      https:// at its beginning. Nothing was sent or opened.
    </EmptyState>
  );
}
