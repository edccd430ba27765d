import { fetchErrorWords } from '@comet/texts';
import { beforeAll, expect, it } from 'vitest';
import { ApiError } from '../../platform/data/api.ts';
import { changeFailure } from './confirm-email-change-screen.tsx';

const refused = (status: number, code: string) =>
  new ApiError(status, { code, message: 'words', rules: [] }, null);
beforeAll(fetchErrorWords);

const emailChange = 'Email change failed: There was an error changing your email. Please try again later.';

it.each([
  ['link_invalid', 404, 'link', 'Invalid confirmation link.'],
  ['link_used', 410, 'link', 'This link has already been used.'],
  ['confirmation_expired', 410, 'link', 'This link has expired. Request a new one'],
  ['email_taken', 409, 'change', 'Another account has already confirmed this email address'],
])('%s shows its own text and is final', (code, status, kind, text) => {
  expect(changeFailure(refused(status, code))).toEqual({ kind, text });
});

it.each([
  ['a failure of the server', refused(500, 'internal_error')],
  ['an answer that is none of the API', refused(502, 'unknown')],
  ['a failure that nobody thought of', new TypeError('x is undefined')],
])('%s shows the text of an email change and can be retried', (_what, error) => {
  expect(changeFailure(error)).toEqual({ kind: 'passing', text: emailChange });
});

it('an unanswered request has its own text and can be retried', () => {
  const network = Object.assign(new Error('fetch'), { name: 'NetworkError' });
  expect(changeFailure(network)).toEqual({ kind: 'passing', text: 'Unable to connect to our servers' });
  const tooMany = changeFailure(refused(429, 'too_many_requests'));
  expect(tooMany).toEqual({ kind: 'passing', text: 'Too many requests' });
});
