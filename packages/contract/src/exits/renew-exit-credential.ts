import { endpoint } from '../endpoint.ts';
import { instant, proofKey, token } from '../fields.ts';
import { wire } from '../wire.ts';

/** `credential` is bound to `proofKey` and replaces the current one on first use; until then the current one stays valid. */
export const renewExitCredential = endpoint({
  method: 'POST',
  path: '/api/v1/exits/current/credential',
  summary: 'Renew the credential of this exit and the key that it is bound to',
  tag: 'Exits',
  caller: 'exit',
  body: wire({ proofKey }),
  reply: wire({ credential: token, expiresAt: instant }),
  status: 201,
  errors: ['proof_key_invalid'],
});
