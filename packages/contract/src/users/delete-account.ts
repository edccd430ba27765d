import { endpoint } from '../endpoint.ts';
import { instant } from '../fields.ts';
import { wire } from '../wire.ts';
import { proof, proofErrors } from './proof.ts';

export const deleteAccount = endpoint({
  method: 'DELETE',
  path: '/api/v1/users/current',
  summary: 'Delete the account; access ends at once, and the data is removed five to seven days later',
  tag: 'Users',
  caller: 'user',
  body: wire(proof),
  reply: wire({
    /** Until then support can restore the account. */
    recoverableUntil: instant,
    /** When all data of the account will have been deleted. */
    removedBy: instant,
  }),
  status: 200,
  errors: [...proofErrors, 'account_deleted', 'idempotency_key_reused'],
  idempotent: true,
  deletedUsers: true,
});
