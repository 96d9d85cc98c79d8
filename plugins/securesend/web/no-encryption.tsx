import { IconLock } from '@tabler/icons-react';
import { EmptyState } from '../../../src/web/parts/empty-state.tsx';

/** Shows the notice on pages over plain HTTP, where browsers provide no encryption. */
export function NoEncryption() {
  return (
    <EmptyState icon={<IconLock size={32} />} title="This page requires https">
      Browsers encrypt and decrypt only on https pages. Open this address again with https:// at the
      beginning. Nothing was sent or opened.
    </EmptyState>
  );
}
