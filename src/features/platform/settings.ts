import { DATE_FORMATS, formatDay, TIME_FORMATS } from '../../kit/date-format.ts';
import { isLoopback } from '../../kit/http/client-address.ts';
import { validateRecipients, validateSender } from '../../kit/outbox/addresses.ts';
import { validateGreetingName } from '../../kit/outbox/greeting.ts';
import { validateSigningSecret } from '../../kit/outbox/signature.ts';
import { declareSettings } from '../../kit/settings/declare.ts';
import { findClientCertificateProblem } from './client-certificate.ts';
import { validateAuthorities } from './mail-authority.ts';

const DAY = 'days';
/**
 * The settings whose change clears the OAuth client secret and client certificate. The mail server is among
 * them, because it receives the token.
 */
const OAUTH_CLIENT = {
  smtp_host: true,
  smtp_port: true,
  smtp_oauth_tenant: true,
  smtp_oauth_token_url: true,
  smtp_oauth_client_id: true,
} as const;

/** The settings of the site, its branding, its mail and its webhooks. */
export const platformSettings = [
  ...declareSettings('site', {
    site_name: {
      title: 'Plant name',
      description: 'Shown in the title of every page and in mails.',
      default: '',
      public: true,
    },
    site_url: {
      title: 'Address of this appliance',
      description: 'The address that users and PCs use. Links in mails and installers start with it.',
      type: 'url',
      needs: 'admin',
      default: '',
      public: true,
    },
    date_format: {
      title: 'Dates',
      description: 'How pages and mails write a day. The API always uses 2026-01-31.',
      type: 'select',
      options: DATE_FORMATS,
      words: Object.fromEntries(DATE_FORMATS.map((format) => [format, formatDay('2026-01-31', format)])),
      default: 'YYYY-MM-DD',
      public: true,
    },
    time_format: {
      title: 'Times',
      description: 'How pages write the time of day.',
      type: 'select',
      options: TIME_FORMATS,
      words: { 24: '14:05', 12: '2:05 PM' },
      default: '24',
      public: true,
    },
    setup_complete: {
      title: 'Setup finished',
      description: 'Set when the setup wizard is complete.',
      type: 'boolean',
      offered: false,
      default: 'false',
      public: true,
    },
    outbound_ca: {
      title: 'Certificate authorities of the plant',
      description:
        'Certificates (PEM) of your own certificate authorities. Storage servers with certificates from these are trusted, in addition to those that the system trusts.',
      type: 'text',
      needs: 'admin',
      default: '',
      problem: validateAuthorities,
      lasting: true,
    },
    display_fqdn_domain: {
      title: 'Domain of display computers',
      description: 'Appended to the serial number of a display computer to form its full name.',
      default: '',
      public: true,
    },
  }),
  ...declareSettings('branding', {
    branding_accent: {
      title: 'Accent color',
      public: true,
      description: 'The color of buttons and links, for example #1c7ed6.',
      format: { pattern: /^#[0-9a-f]{6}$/i, hint: 'Enter # and six digits from 0 to F, such as #1c7ed6.' },
      default: '',
    },
    branding_logo_site: {
      title: 'Logo',
      public: true,
      description: 'The logo above the menu.',
      default: '',
    },
    branding_logo_qr: {
      title: 'Logo on codes',
      public: true,
      description: 'The logo in the middle of QR codes.',
      default: '',
    },
    branding_logo_badge: {
      title: 'Logo on labels',
      public: true,
      description: 'The logo on printed labels.',
      default: '',
    },
    branding_logo_favicon: {
      title: 'Browser icon',
      public: true,
      description: 'The icon in the browser tab.',
      default: '',
    },
  }),
  ...declareSettings('map', {
    map_blueprint_light: {
      title: 'Floor plan, light',
      public: true,
      description: 'The floor plan for the light theme.',
      default: '',
    },
    map_blueprint_dark: {
      title: 'Floor plan, dark',
      public: true,
      description: 'The floor plan for the dark theme.',
      default: '',
    },
  }),
  ...declareSettings('mail', {
    smtp_host: {
      title: 'Mail server',
      description: 'Host name of the SMTP server. Empty means no mail is sent.',
      default: '',
      outbound: true,
    },
    smtp_port: {
      title: 'Mail server port',
      description: 'Usually 25, 465 or 587.',
      type: 'integer',
      min: 1,
      max: 65_535,
      default: '587',
    },
    smtp_hostname: {
      title: 'Name in EHLO',
      description:
        'The full host name that this appliance sends to the mail server, for example millwright.plant.example. If empty: the host in the address of this appliance, or else the full host name of the appliance.',
      default: '',
      problem: validateGreetingName,
    },
    smtp_security: {
      title: 'Mail security',
      description: 'Encryption of the connection to the mail server.',
      type: 'select',
      options: ['none', 'starttls', 'tls'],
      words: { none: 'None', starttls: 'STARTTLS', tls: 'TLS from the start' },
      default: 'starttls',
    },
    smtp_ca: {
      title: 'Mail server CA certificate',
      description:
        'The CA certificate (PEM) of the mail server, if it comes from your own certificate authority. Public authorities stay trusted.',
      type: 'text',
      default: '',
      problem: validateAuthorities,
    },
    smtp_auth: {
      title: 'Mail authentication',
      description: 'With a password, or with OAuth 2.0 (XOAUTH2), as Microsoft 365 requires it.',
      type: 'select',
      options: ['password', 'xoauth2'],
      words: { password: 'User and password', xoauth2: 'OAuth 2.0' },
      default: 'password',
    },
    smtp_user: {
      title: 'Mail user',
      description: 'Leave empty if the server requires no sign-in.',
      default: '',
    },
    smtp_password: {
      title: 'Mail password',
      description:
        'Stored encrypted and never displayed. If the mail server, port or user changes, enter the password again.',
      default: '',
      secret: true,
      boundTo: { smtp_host: true, smtp_port: true, smtp_user: true, smtp_security: ['none'] },
    },
    smtp_oauth_tenant: {
      title: 'OAuth tenant',
      description: 'The ID or a domain of the Microsoft Entra tenant. Only for OAuth 2.0.',
      default: '',
      format: {
        pattern: /^[\w.-]{1,100}$/,
        hint: 'Enter the tenant ID or a domain of the tenant, such as plant.onmicrosoft.com.',
      },
    },
    smtp_oauth_token_url: {
      title: 'OAuth token address',
      description:
        'Only for sign-in services other than Microsoft Entra. If empty, the address of the tenant is used.',
      type: 'url',
      default: '',
      outbound: true,
      problem: findTokenAddressProblem,
    },
    smtp_oauth_client_id: {
      title: 'OAuth client ID',
      description: 'ID of the application that is registered for this appliance.',
      default: '',
    },
    smtp_oauth_scope: {
      title: 'OAuth scope',
      description: 'The permission to request.',
      default: 'https://outlook.office365.com/.default',
    },
    smtp_oauth_client_secret: {
      title: 'OAuth client secret',
      description:
        'Never displayed. It is removed if the mail server, its port, the tenant, the token address or the client ID changes.',
      default: '',
      secret: true,
      boundTo: OAUTH_CLIENT,
    },
    smtp_oauth_certificate: {
      title: 'OAuth client certificate',
      description:
        'A certificate and its RSA key in PEM, in place of the secret. Never displayed. It is removed if the mail server, its port, the tenant, the token address or the client ID changes.',
      type: 'text',
      default: '',
      secret: true,
      problem: findClientCertificateProblem,
      boundTo: OAUTH_CLIENT,
    },
    smtp_from: {
      title: 'Sender address',
      description: 'The sender address of all mails.',
      default: '',
      problem: validateSender,
    },
    alert_recipients: {
      title: 'Alert recipients',
      description: 'Addresses that get alerts, separated by commas.',
      default: '',
      problem: validateRecipients,
      lasting: true,
    },
    alert_webhook_url: {
      title: 'Alert webhook',
      description: 'Alerts are also sent to this address by POST.',
      type: 'url',
      default: '',
      secret: true,
      outbound: true,
    },
    webhook_secret: {
      title: 'Webhook signing secret',
      description:
        'Receivers use it to verify webhooks from this appliance, with the headers of Standard Webhooks. If empty, webhooks are not signed.',
      default: '',
      secret: true,
      problem: validateSigningSecret,
    },
  }),
  ...declareSettings('retention', {
    history_days: {
      title: `Keep asset history (${DAY})`,
      description: '0 means no limit.',
      type: 'integer',
      min: 0,
      max: 36_500,
      default: '0',
    },
  }),
];

/**
 * Returns an error message for a token address. HTTPS is required, because the client secret is sent there.
 */
function findTokenAddressProblem(value: string): string | undefined {
  if (!URL.canParse(value)) return 'is not a valid address.';
  const { protocol, hostname } = new URL(value);
  return protocol === 'https:' || isLoopback(hostname.replace(/^\[|\]$/g, ''))
    ? undefined
    : 'must start with https://, because the client secret is sent there.';
}
