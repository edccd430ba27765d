import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { email } from '../fields.ts';
import { wire } from '../wire.ts';

/** What somebody writes about who is not signed in. */
const contactTopics = ['account', 'payments', 'technical', 'business', 'press', 'other'] as const;

/** What a person writes: any text without the characters that no keyboard makes. */
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
  /** A field that people do not see and programs fill in: what comes with it is thrown away. */
  website: z.optional(z.string().check(z.maxLength(500))),
};

/** The fields that a form posts. */
export const contactMessage = wire(contactFields);

/**
 * A task for whoever writes without being signed in: find a text of digits, `solution`, for which SHA-256 over `puzzle`, a full stop and
 * `solution` begins with `bits` zero bits. It is good for an hour and for one message, and not before two seconds have passed.
 */
export const showContactPuzzle = endpoint({
  method: 'GET',
  path: '/api/v1/contact/puzzle',
  summary: 'A small task that a message without a sign-in has to solve',
  tag: 'Support',
  caller: 'anyone',
  reply: wire({ puzzle: z.string(), bits: z.int() }),
  status: 200,
  errors: [],
});

export const sendContact = endpoint({
  method: 'POST',
  path: '/api/v1/contact',
  summary: 'Write to us without an account',
  tag: 'Support',
  caller: 'anyone',
  body: wire({
    ...contactFields,
    puzzle: z.string().check(z.minLength(1), z.maxLength(200)),
    solution: z.string().check(z.regex(/^\d{1,20}$/)),
  }),
  status: 202,
  errors: ['message_not_sent'],
  limit: { calls: 20, seconds: 3600 },
});

/** The same from a page without scripts: a form as browsers post it, with the names of `sendContact`'s fields and no puzzle. */
export const postContactForm = endpoint({
  method: 'POST',
  path: '/api/v1/contact/form',
  summary: 'Write to us by a plain form; the answer leads to a page of the site that says what became of it',
  tag: 'Support',
  caller: 'anyone',
  rawBody: true,
  redirects: true,
  status: 303,
  errors: [],
  limit: { calls: 5, seconds: 3600 },
});
