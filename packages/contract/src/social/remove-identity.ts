import { endpoint } from '../endpoint.ts';
import { id } from '../fields.ts';
import { wire } from '../wire.ts';
import { proof, proofErrors } from '../users/proof.ts';

export const removeIdentity = endpoint({
  method: 'DELETE',
  path: '/api/v1/users/current/identities/{id}',
  summary: 'Disconnect a provider account, unless it is the last sign-in method',
  tag: 'Social sign-in',
  caller: 'user',
  params: wire({ id }),
  body: wire(proof),
  status: 204,
  errors: [...proofErrors, 'last_way_in'],
});
