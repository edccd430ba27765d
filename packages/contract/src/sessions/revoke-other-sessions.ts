import { endpoint } from '../endpoint.ts';

export const revokeOtherSessions = endpoint({
  method: 'DELETE',
  path: '/api/v1/users/tokens/others',
  summary: 'End every session but this one, and trust no device any more',
  tag: 'Sessions',
  caller: 'user',
  status: 204,
  errors: [],
});
