import { endpoint } from '../endpoint.ts';

export const revokeOtherSessions = endpoint({
  method: 'DELETE',
  path: '/api/v1/users/tokens/others',
  summary: 'End all other sessions, and forget all remembered devices',
  tag: 'Sessions',
  caller: 'user',
  status: 204,
  errors: [],
});
