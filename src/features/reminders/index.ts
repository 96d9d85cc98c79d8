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
  description: 'A mail each morning with what comes due',
  core: true,
  tables,
  settings: declareSettings('reminders', {
    reminder_hour: {
      title: 'Hour of the morning mail',
      description: 'From this hour of the day, 0 to 23, the mail with what comes due is sent, once a day.',
      type: 'integer',
      min: 0,
      max: 23,
      default: '6',
    },
    reminder_recipients: {
      title: 'Recipients of reminders',
      description: 'Addresses separated by commas. Empty means those that get alerts.',
      default: '',
      problem: validateRecipients,
      lasting: true,
    },
  }),
  jobs: [
    {
      name: 'reminders.digest',
      title: 'Mail what comes due',
      // Runs every hour, so that a server that was off in the morning or had no mail server catches up.
      schedule: '0 * * * *',
      run: sendReminders,
    },
    {
      name: 'reminders.prune',
      title: 'Forget old reminders',
      schedule: '47 3 * * *',
      run: deleteExpiredReminders,
    },
  ],
});
