import { endpoint } from '../endpoint.ts';

export const withdrawExit = endpoint({
  method: 'DELETE',
  path: '/api/v1/exits/current',
  summary: 'Withdraw this exit permanently; it stops forwarding traffic, and its credential is revoked',
  tag: 'Exits',
  caller: 'exit',
  status: 204,
  errors: [],
});
