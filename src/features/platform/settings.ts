import { isLoopback } from '../../kit/http/client-address.ts';
import { validateRecipients, validateSender } from '../../kit/outbox/addresses.ts';
import { validateGreetingName } from '../../kit/outbox/greeting.ts';
import { validateSigningSecret } from '../../kit/outbox/signature.ts';
import { declareSettings } from '../../kit/settings/declare.ts';
import { findClientCertificateProblem } from './client-certificate.ts';
import { validateAuthorities } from './mail-authority.ts';

const DAY = 'days';
/**
 * The settings whose change clears a secret of the OAuth client. The mail server is among them, because it
 * receives the token.
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
      description: 'The address that people and machines use; links in mails and installers start with it.',
      type: 'url',
      needs: 'admin',
      default: '',
      public: true,
    },
    setup_complete: {
      title: 'Setup finished',
      description: 'Set once the setup wizard is done.',
      type: 'boolean',
      offered: false,
      default: 'false',
      public: true,
    },
    outbound_ca: {
      title: 'Certificate authorities of the plant',
      description:
        "The certificates (PEM) of the plant's own authorities. Storage servers that use one of them are trusted, in addition to those that the system trusts.",
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
      title: 'Accent colour',
      public: true,
      description: 'The colour of buttons and links, for example #1c7ed6.',
      format: { pattern: /^#[0-9a-f]{6}$/i, hint: 'Enter # and six digits from 0 to F, such as #1c7ed6.' },
      default: '',
    },
    branding_logo_site: {
      title: 'Logo',
      public: true,
      description: 'File name of the logo in the navigation.',
      default: '',
    },
    branding_logo_qr: {
      title: 'Logo on codes',
      public: true,
      description: 'File name of the logo in the middle of QR codes.',
      default: '',
    },
    branding_logo_badge: {
      title: 'Logo on labels',
      public: true,
      description: 'File name of the logo on printed labels.',
      default: '',
    },
    branding_logo_favicon: {
      title: 'Browser icon',
      public: true,
      description: 'File name of the icon in the browser tab.',
      default: '',
    },
  }),
  ...declareSettings('map', {
    map_blueprint_light: {
      title: 'Floor plan, light',
      public: true,
      description: 'File name of the floor plan for the light theme.',
      default: '',
    },
    map_blueprint_dark: {
      title: 'Floor plan, dark',
      public: true,
      description: 'File name of the floor plan for the dark theme.',
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
        'The full host name by which this appliance greets the mail server, for example millwright.plant.example. Empty: the host of the address of this appliance, else the full name of the machine.',
      default: '',
      problem: validateGreetingName,
    },
    smtp_security: {
      title: 'Mail security',
      description: 'How the connection is protected.',
      type: 'select',
      options: ['none', 'starttls', 'tls'],
      words: { none: 'None', starttls: 'STARTTLS', tls: 'TLS from the start' },
      default: 'starttls',
    },
    smtp_ca: {
      title: 'Authority of the mail server',
      description:
        "The certificate (PEM) of the authority that signed the mail server's, where that is the plant's own. It is trusted beside the public ones.",
      type: 'text',
      default: '',
      problem: validateAuthorities,
    },
    smtp_auth: {
      title: 'Sign-in to the mail server',
      description: 'With a password, or with OAuth 2.0 (XOAUTH2), as Microsoft 365 requires it.',
      type: 'select',
      options: ['password', 'xoauth2'],
      words: { password: 'User and password', xoauth2: 'OAuth 2.0' },
      default: 'password',
    },
    smtp_user: { title: 'Mail user', description: 'Empty when the server asks for none.', default: '' },
    smtp_password: {
      title: 'Mail password',
      description:
        'Kept sealed; never shown again. It belongs to the server, port and user beside it: enter it anew when one of them changes.',
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
      description: 'For another sign-in service than Microsoft Entra. Empty: that of the tenant.',
      type: 'url',
      default: '',
      outbound: true,
      problem: findTokenAddressProblem,
    },
    smtp_oauth_client_id: {
      title: 'OAuth client id',
      description: 'The application that was registered for this appliance.',
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
        'Not shown again. It is removed when the mail server, its port, the tenant, the token address or the client id changes.',
      default: '',
      secret: true,
      boundTo: OAUTH_CLIENT,
    },
    smtp_oauth_certificate: {
      title: 'OAuth client certificate',
      description:
        'A certificate and its RSA key in PEM, in place of the secret. Not shown again. It is removed when the mail server, its port, the tenant, the token address or the client id changes.',
      type: 'text',
      default: '',
      secret: true,
      problem: findClientCertificateProblem,
      boundTo: OAUTH_CLIENT,
    },
    smtp_from: {
      title: 'Sender address',
      description: 'The address that mails come from.',
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
      description: 'Alerts are also posted to this address.',
      type: 'url',
      default: '',
      secret: true,
      outbound: true,
    },
    webhook_secret: {
      title: 'Secret that signs webhooks',
      description:
        'Receivers check with it that a webhook is from here: the headers are those of Standard Webhooks. Empty leaves webhooks unsigned.',
      default: '',
      secret: true,
      problem: validateSigningSecret,
    },
  }),
  ...declareSettings('retention', {
    history_days: {
      title: `Keep asset history (${DAY})`,
      description: '0 keeps it for ever.',
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
  if (!URL.canParse(value)) return 'is no address.';
  const { protocol, hostname } = new URL(value);
  return protocol === 'https:' || isLoopback(hostname.replace(/^\[|\]$/g, ''))
    ? undefined
    : 'must start with https://, because the client secret is sent there.';
}
