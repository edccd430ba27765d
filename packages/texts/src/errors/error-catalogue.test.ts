import { errorCodes } from '@comet/contract';
import { expect, it, vi } from 'vitest';
import { errorCatalogue, failureTexts } from './error-catalogue.ts';

it('uses the API message until the catalogue is loaded, except for statuses with their own text', async () => {
  // As on a newly opened page; other tests in this process may have loaded the catalogue.
  vi.resetModules();
  const { fetchErrorWords } = await import('./error-catalogue.ts');
  const { errorText } = await import('./errors.ts');
  const refused = { status: 422, code: 'wrong_credentials', message: 'The API’s own words.' };
  expect(errorText(refused).text).toBe('The API’s own words.');
  expect(errorText({ ...refused, status: 500 }).text).toBe('Something went wrong');
  await fetchErrorWords();
  expect(errorText(refused).text).toBe('Wrong username or password.');
});

it('uses the text of the code for an error without an API response', () => {
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
