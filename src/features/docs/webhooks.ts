import { webhookBody } from '../../kit/outbox/webhook-body.ts';
import { type JsonSchema, jsonSchema } from './json-schema.ts';

/** Bash that verifies a webhook, from its three headers, its body as a file, and the secret. */
export const VERIFY = `key=$(printf %s "\${SECRET#whsec_}" | base64 -d | od -An -vtx1 | tr -d ' \\n')
mac=$(printf '%s.%s.' "$ID" "$TIMESTAMP" | cat - body.json | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | base64)
[ "v1,$mac" = "$SIGNATURE" ] && echo genuine`;

/** Describes the delivery of an event, and how its receiver verifies the sender. */
export const DELIVERY = `Posted to the address of a support team, or to the alert webhook of the settings. An answer of 2xx within 5 seconds takes it; \
otherwise it is tried again after 15 seconds and after 2 minutes, and then as often as an admin says on the page "Mail and webhooks".

Once the setting webhook_secret is set, each is signed as [Standard Webhooks](https://www.standardwebhooks.com) says, so its libraries verify it. \
So does a shell, with the headers webhook-id, webhook-timestamp and webhook-signature in ID, TIMESTAMP and SIGNATURE:

\`\`\`bash
${VERIFY}
\`\`\`

Refuse a timestamp that is minutes old, and an id that you have taken already.`;

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
        header('webhook-id', 'The same in every try of one delivery.', true),
        header('webhook-timestamp', 'Seconds since 1970, at this try. With the signature.'),
        header('webhook-signature', '`v1,` and the base64 of the HMAC-SHA-256 over `id.timestamp.body`.'),
      ],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: jsonSchema(webhookBody, 'output', components) } },
      },
      responses: { '2XX': { description: 'Taken.' } },
    },
  },
});
