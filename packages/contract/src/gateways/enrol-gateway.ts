import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { id, port, token, ownWireguardKey } from '../fields.ts';
import { wire } from '../wire.ts';

/** A key that signs tickets or feeds: its id, and the raw Ed25519 public key as base64url. */
const signingKey = wire({
  kid: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,40}$/)),
  publicKey: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)),
});

export const enrolGateway = endpoint({
  method: 'POST',
  path: '/api/v1/gateways/enrolments',
  summary: 'Enrol a gateway with a one-time token',
  tag: 'Gateways',
  caller: 'anyone',
  body: wire({
    token,
    wireguardPublicKey: ownWireguardKey,
    wireguardPort: port,
    doorPort: port,
    ipv4: z.ipv4(),
    ipv6: z.nullable(z.ipv6()),
    /** PKCS#10 as PEM; its subject is ignored, the API assigns the name. */
    certificateRequest: z.string().check(z.maxLength(4096)),
    /** True: the credential is bound to the key of the certificate request, and each call includes a DPoP proof of that key. */
    dpop: z.optional(z.boolean()),
  }),
  reply: wire({
    gatewayId: id,
    credential: token,
    /** Leaf first, PEM. */
    certificateChain: z.string().check(z.maxLength(65_536)),
    ticketKeys: z.array(signingKey),
    feedKeys: z.array(signingKey),
  }),
  status: 201,
  errors: ['enrolment_token_invalid', 'certificate_request_invalid'],
  limit: { calls: 30, seconds: 600 },
});
