import { endpoint } from '../endpoint.ts';

export const revokeAllSessions = endpoint({
  method: 'DELETE',
  path: '/api/v1/users/tokens',
  summary: 'Log out everywhere, here too, and trust no device any more',
  tag: 'Sessions',
  caller: 'user',
  status: 204,
  errors: [],
});
