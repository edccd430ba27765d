import { endpoint } from '../endpoint.ts';

export const withdrawExit = endpoint({
  method: 'DELETE',
  path: '/api/v1/exits/current',
  summary: 'Take this exit out for good; it carries nothing any more, and its credential is worthless',
  tag: 'Exits',
  caller: 'exit',
  status: 204,
  errors: [],
});
