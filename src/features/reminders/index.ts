import { validateRecipients } from '../../kit/outbox/addresses.ts';
import { definePlugin } from '../../kit/plugin.ts';
import { declareSettings } from '../../kit/settings/declare.ts';
import { deleteExpiredReminders, sendReminders } from './remind.ts';
import * as tables from './tables.ts';

/**
 * A mail each morning with items that newly become due, from the reminders that features and plugins declare.
 */
export const reminders = definePlugin({
  id: 'reminders',
  title: 'Reminders',
  description: 'Daily mail with upcoming and overdue dates',
  core: true,
  tables,
  settings: declareSettings('reminders', {
    reminder_hour: {
      title: 'Reminder mail hour',
      description: 'The reminder mail is sent once a day from this hour on (0 to 23).',
      type: 'integer',
      min: 0,
      max: 23,
      default: '6',
    },
    reminder_recipients: {
      title: 'Reminder recipients',
      description: 'Addresses separated by commas. If empty, the alert recipients get reminders.',
      default: '',
      problem: validateRecipients,
      lasting: true,
    },
  }),
  jobs: [
    {
      name: 'reminders.digest',
      title: 'Send the reminder mail',
      // The job runs every hour, so that a server that was off in the morning or had no mail server catches
      // up.
      schedule: '0 * * * *',
      run: sendReminders,
    },
    {
      name: 'reminders.prune',
      title: 'Delete old reminders',
      schedule: '47 3 * * *',
      run: deleteExpiredReminders,
    },
  ],
});
