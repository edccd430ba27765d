import { endpoint } from '../endpoint.ts';

export const logOut = endpoint({
  method: 'DELETE',
  path: '/api/v1/users/tokens/current',
  summary: 'Revoke the access token of this request',
  tag: 'Users',
  caller: 'user',
  limitedToken: true,
  status: 204,
  errors: [],
});
