import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { email } from '../fields.ts';
import { wire } from '../wire.ts';

/** Topics of messages without a sign-in. */
const contactTopics = ['account', 'payments', 'technical', 'business', 'press', 'other'] as const;

/** Text written by a person, without surrogates, private-use and unassigned characters, and NUL. */
export const writtenText = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(5000), z.regex(/^[^\p{Cs}\p{Co}\p{Cn}\0]*$/u));

export const personName = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(100), z.regex(/^[^\p{C}]*$/u));

const contactFields = {
  name: personName,
  email,
  topic: z.enum(contactTopics),
  message: writtenText,
  /** A honeypot field that is hidden from people: a message that fills it is discarded. */
  website: z.optional(z.string().check(z.maxLength(500))),
};

/** The fields that a form posts. */
export const contactMessage = wire(contactFields);

const hex = (digits: number) => z.string().check(z.regex(new RegExp(`^[0-9a-f]{${digits}}$`)));

/** An ALTCHA challenge, version 2 (altcha.org). `issuedAt` is in milliseconds since 1970. */
const challenge = wire({
  parameters: wire({
    algorithm: z.string().check(z.maxLength(20)),
    nonce: hex(32),
    salt: hex(32),
    cost: z.int().check(z.minimum(1), z.maximum(1000)),
    keyLength: z.int().check(z.minimum(1), z.maximum(64)),
    keyPrefix: z.string().check(z.regex(/^[0-9a-f]{1,64}$/)),
    data: wire({ issuedAt: z.int() }),
  }),
  signature: hex(64),
});

/**
 * A puzzle for messages without a sign-in: the solution is a counter whose derived key begins with `keyPrefix`. It is valid for an hour and
 * for one message, and not in the first two seconds.
 */
export const showContactPuzzle = endpoint({
  method: 'GET',
  path: '/api/v1/contact/puzzle',
  summary: 'Create the puzzle that a message without a sign-in has to solve',
  tag: 'Support',
  caller: 'anyone',
  reply: challenge,
  status: 200,
  errors: [],
});

export const sendContact = endpoint({
  method: 'POST',
  path: '/api/v1/contact',
  summary: 'Send a message without an account',
  tag: 'Support',
  caller: 'anyone',
  body: wire({
    ...contactFields,
    challenge,
    solution: wire({
      counter: z.int().check(z.minimum(0), z.maximum(0xff_ff_ff_ff)),
      derivedKey: hex(64),
    }),
  }),
  status: 202,
  errors: ['message_not_sent'],
  limit: { calls: 20, seconds: 3600 },
});

/** The same from a page without scripts: a form as browsers post it, with the names of `sendContact`'s fields and no puzzle. */
export const postContactForm = endpoint({
  method: 'POST',
  path: '/api/v1/contact/form',
  summary: 'Send a message by a plain form; redirects to a page of the site with the result',
  tag: 'Support',
  caller: 'anyone',
  rawBody: true,
  redirects: true,
  status: 303,
  errors: [],
  limit: { calls: 5, seconds: 3600 },
});
