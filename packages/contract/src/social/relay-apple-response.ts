import { endpoint } from '../endpoint.ts';

/**
 * Apple's response is a form that the browser posts from Apple's site. It is redirected to a dashboard URL, from which it continues like
 * any other response; nothing is verified or changed here.
 */
export const relayAppleResponse = endpoint({
  method: 'POST',
  path: '/api/v1/users/social-network-callback/apple',
  summary: "Redirect Apple's form post to the dashboard",
  tag: 'Social sign-in',
  caller: 'anyone',
  rawBody: true,
  redirects: true,
  status: 303,
  errors: [],
  limit: { calls: 120, seconds: 600 },
});
