import { api, type Endpoint } from '@comet/contract';
import { beforeAll, describe, test } from 'vitest';
import { send, wireRequest } from '../exchange.ts';
import {
  type EndpointClient,
  expectRefusal,
  type EndpointName,
  type RefusalSubject,
  authorisedCredentials,
} from './endpoint-client.ts';
import { checks } from './checks.ts';

/**
 * The refusals that are required of every endpoint of the contract. The suite uses the table of the contract, so it covers a new endpoint
 * automatically. Call it at the top level of a test file.
 */
export function refusalSuite(setUp: () => Promise<RefusalSubject>): void {
  let subject: RefusalSubject;
  let sent = 0;
  beforeAll(async () => {
    subject = await setUp();
  });

  const clientFor = (name: EndpointName): EndpointClient => {
    const endpoint: Endpoint = api[name];
    return {
      endpoint,
      subject,
      validRequest: (credentials = authorisedCredentials(subject, endpoint)) =>
        wireRequest(endpoint, subject.examples[name], credentials),
      send(request) {
        // Every request has its own source address, so that rate limits, which are tested elsewhere, do not apply.
        sent += 1;
        const address = `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`;
        return send(subject.baseUrl, {
          ...request,
          headers: { ...request.headers, 'x-forwarded-for': address },
        });
      },
    };
  };

  describe.each(Object.keys(api) as EndpointName[])('%s', (name) => {
    const applicable = checks.filter((check) => check.applies(api[name]));
    test.each(applicable.map((check) => [check.title, check] as const))('%s', (_title, check) =>
      check.run(clientFor(name)),
    );
  });

  test('responds with 404 to an address outside the contract', async () => {
    const response = await send(subject.baseUrl, {
      method: 'GET',
      path: '/api/v1/users/everyone',
      headers: {},
    });
    expectRefusal(response, 'not_found');
  });
}
