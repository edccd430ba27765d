import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { id } from '../fields.ts';
import { wire } from '../wire.ts';
import { service } from './service.ts';

/** One line of the owner's text. Invisible joiners are allowed, since Persian and combined emoji need them. */
const line = (minLength: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(minLength),
      z.maxLength(200),
      z.regex(/^[^\p{C}\p{Zl}\p{Zp}]*(?:[\u200c\u200d][^\p{C}\p{Zl}\p{Zp}]+)*$/u),
    );

export const noteService = endpoint({
  method: 'PATCH',
  path: '/api/v1/users/services/residential-static-ip/{id}',
  summary: 'Store a note about a dedicated IP',
  tag: 'Services',
  caller: 'user',
  params: wire({ id }),
  body: wire({ note: line(0) }),
  reply: wire({ service }),
  status: 200,
  errors: [],
});

export const swapAddress = endpoint({
  method: 'POST',
  path: '/api/v1/users/services/residential-static-ip/{id}/swaps',
  summary: 'Replace a dedicated IP by another one, once in thirty days',
  tag: 'Services',
  caller: 'user',
  params: wire({ id }),
  body: wire({ reason: line(1) }),
  reply: wire({ service }),
  status: 201,
  errors: ['service_ended', 'subscription_required', 'spending_stopped', 'swap_too_soon', 'address_sold_out'],
  limit: { calls: 30, seconds: 600 },
});

export const rotateServicePassword = endpoint({
  method: 'POST',
  path: '/api/v1/users/services/residential-static-ip/{id}/password',
  summary: 'Renew the proxy password of a dedicated IP; the old one becomes invalid at once',
  tag: 'Services',
  caller: 'user',
  params: wire({ id }),
  reply: wire({ service }),
  status: 201,
  errors: ['service_ended', 'subscription_required'],
  limit: { calls: 30, seconds: 600 },
});
