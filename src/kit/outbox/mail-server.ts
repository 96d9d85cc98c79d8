import type { Settings } from '../settings/settings.ts';

/** The error of a mail that cannot be sent without a mail server. */
export const NO_MAIL_SERVER = 'No mail server is set up. Enter it in the settings under Mail and alerts.';

/** Reports whether a mail server is set up. */
export const hasMailServer = (settings: Settings): boolean => settings.text('smtp_host') !== '';
