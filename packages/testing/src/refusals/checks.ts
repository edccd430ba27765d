import type { Endpoint } from '@comet/contract';
import { expect } from 'vitest';
import type { TestCredentials } from '../exchange.ts';
import { invalidBodies, hostileBodies } from './invalid-bodies.ts';
import { type EndpointClient, expectNoFailure, expectRefusal } from './endpoint-client.ts';

/** A required refusal of endpoints of a kind. */
interface RefusalCheck {
  readonly title: string;
  applies(endpoint: Endpoint): boolean;
  run(client: EndpointClient): Promise<void>;
}

const takesBody = (endpoint: Endpoint) => endpoint.body !== undefined;

export const checks: readonly RefusalCheck[] = [
  {
    title: 'rejects a caller without a valid token',
    applies: (endpoint) => endpoint.caller !== 'anyone',
    async run({ endpoint, subject, validRequest, send }) {
      const other = endpoint.caller === 'user' ? subject.gateway : subject.owner;
      const unauthorised: readonly TestCredentials[] = [{}, { token: 'A'.repeat(43) }, other];
      for (const credentials of unauthorised)
        expectRefusal(await send(validRequest(credentials)), 'unauthorized');
    },
  },
  {
    title: 'rejects a token from another device',
    applies: (endpoint) => endpoint.caller === 'user',
    async run({ subject, validRequest, send }) {
      const elsewhere = { ...subject.owner, deviceId: '00000000-0000-4000-8000-000000000000' };
      expectRefusal(await send(validRequest(elsewhere)), 'unauthorized');
    },
  },
  {
    title: 'rejects a sign-in without its second factor',
    applies: (endpoint) => endpoint.caller === 'user' && endpoint.limitedToken !== true,
    async run({ subject, validRequest, send }) {
      expectRefusal(await send(validRequest(subject.owing)), 'two_factor_code_required');
    },
  },
  {
    title: 'rejects a deleted account',
    applies: (endpoint) => endpoint.caller === 'user' && endpoint.deletedUsers !== true,
    async run({ subject, validRequest, send }) {
      expectRefusal(await send(validRequest(subject.deleted)), 'unauthorized');
    },
  },
  {
    title: "does not know another user's rows",
    applies: (endpoint) => endpoint.caller === 'user',
    async run({ subject, validRequest, send }) {
      const request = validRequest(subject.stranger);
      const names = subject.ownersIds.some((id) => `${request.path} ${request.body ?? ''}`.includes(id));
      if (names) expectRefusal(await send(request), 'not_found');
    },
  },
  {
    title: 'refuses a body that is too large',
    applies: (endpoint) => takesBody(endpoint) || endpoint.rawBody === true,
    async run({ endpoint, validRequest, send }) {
      const body = `"${'x'.repeat((endpoint.maxBodyBytes ?? 64 * 1024) + 5000)}"`;
      expectRefusal(await send({ ...validRequest(), body }), 'body_too_large');
    },
  },
  {
    title: 'rejects a body that is not JSON',
    applies: takesBody,
    async run({ validRequest, send }) {
      for (const body of ['{', '', '{"a":}', 'null null', '\u00ff{']) {
        expectRefusal(await send({ ...validRequest(), body }), 'malformed_body');
      }
    },
  },
  {
    title: 'refuses a body of another type',
    applies: takesBody,
    async run({ validRequest, send }) {
      const request = validRequest();
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp']) {
        const headers = { ...request.headers, 'content-type': type };
        expectRefusal(await send({ ...request, headers }), 'unsupported_media_type');
      }
    },
  },
  {
    title: 'names the property that is missing or of a wrong type',
    applies: takesBody,
    async run({ endpoint, validRequest, send }) {
      const request = validRequest();
      for (const invalid of invalidBodies(endpoint, bodyOf(request))) {
        const response = await send({ ...request, body: JSON.stringify(invalid.body) });
        expectRefusal(response, 'validation_failed');
        expect(response.text).toContain(`"${invalid.property}.`);
      }
    },
  },
  {
    title: 'has no internal error for a hostile body',
    applies: takesBody,
    async run({ validRequest, send }) {
      const request = validRequest();
      for (const body of hostileBodies(bodyOf(request))) {
        expectNoFailure(await send({ ...request, body }), body.slice(0, 200));
      }
    },
  },
  {
    title: 'has no internal error for a hostile address',
    applies: (endpoint) => endpoint.params !== undefined || endpoint.query !== undefined,
    async run({ validRequest, send }) {
      const request = validRequest();
      for (const hostile of ['%00', '%ff', '..%2f', 'x'.repeat(150), '%27%20or%201=1', '-1']) {
        const path = request.path.replace(/([^/=]+)$/, hostile);
        const response = await send({ ...request, path });
        expectNoFailure(response, path);
        expect({ path, accepted: response.status < 400 }).toEqual({ path, accepted: false });
      }
    },
  },
  {
    title: 'rejects every other method',
    applies: () => true,
    async run({ validRequest, send }) {
      expectRefusal(await send({ ...validRequest(), method: 'PUT' }), 'method_not_allowed');
    },
  },
];

function bodyOf(request: { readonly body?: string }): Record<string, unknown> {
  return JSON.parse(request.body ?? '{}') as Record<string, unknown>;
}
