import { createTheme, type MantineColorsTuple, type MantineThemeOverride } from '@mantine/core';
import { createAccentShades } from './accent.ts';

export const DEFAULT_ACCENT = '#1f6f8b';

/** Row height of lists in pixels. */
export const ROW_HEIGHT = { normal: 36, compact: 28 } as const;

/** Window widths in pixels at which the layout changes. */
export const BREAK = { phone: 600, tablet: 768, beside: 1280 } as const;

const FONT =
  "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', Helvetica, Arial, sans-serif";
const MONO = "ui-monospace, 'Cascadia Mono', 'SF Mono', Consolas, 'Liberation Mono', Menlo, monospace";

const dark: MantineColorsTuple = [
  '#d5dae0',
  '#b4bcc6',
  '#8f9aa7',
  '#66727f',
  '#434d58',
  '#333c46',
  '#252c34',
  '#1b2128',
  '#151a20',
  '#0f1317',
];
const gray: MantineColorsTuple = [
  '#f7f8f9',
  '#eff1f3',
  '#e3e7ea',
  '#d3d9de',
  '#bdc5cc',
  '#98a3ad',
  '#6b7680',
  '#4d5761',
  '#333b43',
  '#1d2329',
];

const red: MantineColorsTuple = [
  '#fdecec',
  '#f9d5d5',
  '#f2aaaa',
  '#ea7c7c',
  '#e25555',
  '#d63c3c',
  '#c92f2f',
  '#b52626',
  '#971e1e',
  '#7a1818',
];

const heading = (size: string, lineHeight: string) => ({ fontSize: size, lineHeight, fontWeight: '600' });

/**
 * Returns the theme. `accent` is `#rrggbb` from the branding setting; any other value selects the default
 * accent. Spacing is in multiples of 4 px.
 */
export function buildTheme(accent?: string): MantineThemeOverride {
  const shades = (accent && createAccentShades(accent)) || createAccentShades(DEFAULT_ACCENT);
  return createTheme({
    primaryColor: 'accent',
    primaryShade: { light: 7, dark: 6 },
    autoContrast: true,
    colors: { accent: shades as MantineColorsTuple, dark, gray, red },
    black: '#1d2329',
    fontFamily: FONT,
    fontFamilyMonospace: MONO,
    fontSizes: { xs: '12px', sm: '14px', md: '14px', lg: '16px', xl: '20px' },
    lineHeights: { xs: '1.35', sm: '1.43', md: '1.43', lg: '1.5', xl: '1.4' },
    spacing: { xs: '4px', sm: '8px', md: '16px', lg: '24px', xl: '32px' },
    radius: { xs: '2px', sm: '4px', md: '6px', lg: '8px', xl: '12px' },
    defaultRadius: 'md',
    cursorType: 'pointer',
    focusRing: 'auto',
    respectReducedMotion: true,
    headings: {
      fontFamily: FONT,
      sizes: { h1: heading('20px', '28px'), h2: heading('16px', '24px'), h3: heading('14px', '20px') },
    },
    components: {
      Modal: {
        defaultProps: {
          centered: true,
          transitionProps: { duration: 120 },
          styles: { title: { fontSize: '16px', fontWeight: 600 } },
          closeButtonProps: { 'aria-label': 'Close' },
        },
      },
      Menu: {
        defaultProps: { shadow: 'md', withInitialFocusPlaceholder: false, transitionProps: { duration: 80 } },
      },
      // Inside a landmark of the page, so that screen reader users find overlays.
      Portal: { defaultProps: { target: '#overlays' } },
      // Enter after typing chooses the first match.
      Select: { defaultProps: { selectFirstOptionOnChange: true } },
      Tooltip: { defaultProps: { openDelay: 400, withArrow: true } },
      InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
      Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
      Badge: { defaultProps: { tt: 'none', fw: 500 } },
      Button: { defaultProps: { size: 'sm' } },
      ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    },
  });
}
