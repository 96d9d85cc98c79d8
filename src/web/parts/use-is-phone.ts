import { useMediaQuery } from '@mantine/hooks';
import { BREAK } from '../theme.ts';

/** Reports whether the window is as narrow as that of a phone, where tables become cards. */
export const useIsPhone = (): boolean =>
  useMediaQuery(`(max-width: ${BREAK.phone - 1}px)`, undefined, { getInitialValueInEffect: false }) ?? false;
