import type { Endpoint } from '@comet/contract';
import { expect } from 'vitest';
import type { Speaker } from '../exchange.ts';
import { bentBodies, hostileBodies } from './bent-bodies.ts';
import { type Conversation, expectNoFailure, expectRefusal } from './conversation.ts';

/** A refusal that endpoints of some kind owe to everybody. */
interface Guarantee {
  readonly says: string;
  concerns(endpoint: Endpoint): boolean;
  hold(conversation: Conversation): Promise<void>;
}

const takesBody = (endpoint: Endpoint) => endpoint.body !== undefined;

export const guarantees: readonly Guarantee[] = [
  {
    says: 'is closed to a caller without the right token',
    concerns: (endpoint) => endpoint.caller !== 'anyone',
    async hold({ endpoint, subject, right, post }) {
      const other = endpoint.caller === 'user' ? subject.gateway : subject.owner;
      const foreigners: readonly Speaker[] = [{}, { token: 'A'.repeat(43) }, other];
      for (const speaker of foreigners) expectRefusal(await post(right(speaker)), 'unauthorized');
    },
  },
  {
    says: 'is closed to a token that comes from another device',
    concerns: (endpoint) => endpoint.caller === 'user',
    async hold({ subject, right, post }) {
      const elsewhere = { ...subject.owner, deviceId: '00000000-0000-4000-8000-000000000000' };
      expectRefusal(await post(right(elsewhere)), 'unauthorized');
    },
  },
  {
    says: 'is closed to a sign-in that still owes the second factor',
    concerns: (endpoint) => endpoint.caller === 'user' && endpoint.limitedToken !== true,
    async hold({ subject, right, post }) {
      expectRefusal(await post(right(subject.owing)), 'two_factor_code_required');
    },
  },
  {
    says: 'is closed to an account that was deleted',
    concerns: (endpoint) => endpoint.caller === 'user' && endpoint.deletedUsers !== true,
    async hold({ subject, right, post }) {
      expectRefusal(await post(right(subject.deleted)), 'unauthorized');
    },
  },
  {
    says: "does not know another user's rows",
    concerns: (endpoint) => endpoint.caller === 'user',
    async hold({ subject, right, post }) {
      const request = right(subject.stranger);
      const names = subject.ownersIds.some((id) => `${request.path} ${request.body ?? ''}`.includes(id));
      if (names) expectRefusal(await post(request), 'not_found');
    },
  },
  {
    says: 'refuses a body that is too large',
    concerns: (endpoint) => takesBody(endpoint) || endpoint.rawBody === true,
    async hold({ endpoint, right, post }) {
      const body = `"${'x'.repeat((endpoint.longestBody ?? 64 * 1024) + 5000)}"`;
      expectRefusal(await post({ ...right(), body }), 'body_too_large');
    },
  },
  {
    says: 'refuses what is not JSON',
    concerns: takesBody,
    async hold({ right, post }) {
      for (const body of ['{', '', '{"a":}', 'null null', '\u00ff{']) {
        expectRefusal(await post({ ...right(), body }), 'malformed_body');
      }
    },
  },
  {
    says: 'refuses a body of another type',
    concerns: takesBody,
    async hold({ right, post }) {
      const request = right();
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp']) {
        const headers = { ...request.headers, 'content-type': type };
        expectRefusal(await post({ ...request, headers }), 'unsupported_media_type');
      }
    },
  },
  {
    says: 'names the property that is missing or of a wrong type',
    concerns: takesBody,
    async hold({ endpoint, right, post }) {
      const request = right();
      for (const bent of bentBodies(endpoint, bodyOf(request))) {
        const answer = await post({ ...request, body: JSON.stringify(bent.body) });
        expectRefusal(answer, 'validation_failed');
        expect(answer.text).toContain(`"${bent.property}.`);
      }
    },
  },
  {
    says: 'never fails on a hostile body',
    concerns: takesBody,
    async hold({ right, post }) {
      const request = right();
      for (const body of hostileBodies(bodyOf(request))) {
        expectNoFailure(await post({ ...request, body }), body.slice(0, 200));
      }
    },
  },
  {
    says: 'never fails on a hostile address',
    concerns: (endpoint) => endpoint.params !== undefined || endpoint.query !== undefined,
    async hold({ right, post }) {
      const request = right();
      for (const hostile of ['%00', '%ff', '..%2f', 'x'.repeat(150), '%27%20or%201=1', '-1']) {
        const path = request.path.replace(/([^/=]+)$/, hostile);
        const answer = await post({ ...request, path });
        expectNoFailure(answer, path);
        expect({ path, accepted: answer.status < 400 }).toEqual({ path, accepted: false });
      }
    },
  },
  {
    says: 'answers no other method',
    concerns: () => true,
    async hold({ right, post }) {
      expectRefusal(await post({ ...right(), method: 'PUT' }), 'method_not_allowed');
    },
  },
];

function bodyOf(request: { readonly body?: string }): Record<string, unknown> {
  return JSON.parse(request.body ?? '{}') as Record<string, unknown>;
}
