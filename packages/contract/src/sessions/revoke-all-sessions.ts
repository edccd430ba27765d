import { endpoint } from '../endpoint.ts';

export const revokeAllSessions = endpoint({
  method: 'DELETE',
  path: '/api/v1/users/tokens',
  summary: 'End all sessions, including this one, and forget all remembered devices',
  tag: 'Sessions',
  caller: 'user',
  status: 204,
  errors: [],
});
