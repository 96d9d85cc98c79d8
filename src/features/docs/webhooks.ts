import { webhookBody } from '../../kit/outbox/webhook-body.ts';
import { type JsonSchema, jsonSchema } from './json-schema.ts';

/** Bash that verifies a webhook, from its three headers, its body as a file, and the secret. */
export const VERIFY = `key=$(printf %s "\${SECRET#whsec_}" | base64 -d | od -An -vtx1 | tr -d ' \\n')
mac=$(printf '%s.%s.' "$ID" "$TIMESTAMP" | cat - body.json | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | base64)
[ "v1,$mac" = "$SIGNATURE" ] && echo genuine`;

/** Describes the delivery of an event, and how its receiver verifies the sender. */
export const DELIVERY = `Sent by POST to the address of a support team, or to the alert webhook in the settings. A 2xx response within 5 seconds confirms the delivery; \
otherwise Millwright retries after 15 seconds and after 2 minutes. After that, an admin can retry on the page "Mail and webhooks".

If the setting webhook_secret is set, each delivery is signed according to [Standard Webhooks](https://www.standardwebhooks.com), so its libraries can verify it. \
A shell can verify it, too, with the headers webhook-id, webhook-timestamp and webhook-signature in ID, TIMESTAMP and SIGNATURE:

\`\`\`bash
${VERIFY}
\`\`\`

Reject a timestamp that is some minutes old, and an ID that you have already received.`;

const header = (name: string, description: string, required = false): JsonSchema => ({
  name,
  in: 'header',
  required,
  description,
  schema: { type: 'string' },
});

/** Returns the requests that the appliance sends to other systems, for the OpenAPI document. */
export const describeWebhooks = (components: Record<string, JsonSchema>): JsonSchema => ({
  event: {
    post: {
      operationId: 'webhookEvent',
      tags: ['webhooks'],
      summary: 'An alert for a team or another system',
      description: DELIVERY,
      security: [],
      parameters: [
        header('webhook-id', 'The same in each attempt of one delivery.', true),
        header('webhook-timestamp', 'Time of this attempt in seconds since 1970. Only with a signature.'),
        header('webhook-signature', '`v1,` and the HMAC-SHA-256 of `id.timestamp.body` in base64.'),
      ],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: jsonSchema(webhookBody, 'output', components) } },
      },
      responses: { '2XX': { description: 'Delivered.' } },
    },
  },
});
