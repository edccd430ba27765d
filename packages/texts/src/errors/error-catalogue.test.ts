import { errorCodes } from '@comet/contract';
import { expect, it, vi } from 'vitest';
import { errorCatalogue, failureTexts } from './error-catalogue.ts';

it('until the words of the codes are there the API speaks for itself, but for the statuses that speak first', async () => {
  // As on a page that was just opened; elsewhere in this process the words may have been fetched.
  vi.resetModules();
  const { fetchErrorWords } = await import('./error-catalogue.ts');
  const { errorText } = await import('./errors.ts');
  const refused = { status: 422, code: 'wrong_credentials', message: 'The API’s own words.' };
  expect(errorText(refused).text).toBe('The API’s own words.');
  expect(errorText({ ...refused, status: 500 }).text).toBe('Something went wrong');
  await fetchErrorWords();
  expect(errorText(refused).text).toBe('Wrong username or password.');
});

it('what is said without an answer of the API says the words of its code', () => {
  expect(errorCatalogue().byStatus).toEqual({
    401: errorCodes.unauthorized.text,
    429: errorCodes.too_many_requests.text,
    500: errorCodes.internal_error.text,
  });
  expect(failureTexts).toMatchObject({
    authentication: errorCodes.authentication_failed.text,
    messageNotSent: errorCodes.message_not_sent.text,
    paddleUnavailable: errorCodes.payment_unavailable.text,
    paymentNotStarted: errorCodes.payment_not_started.text,
  });
});
