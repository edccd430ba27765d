import { createHmac } from 'node:crypto';
import { api } from '@comet/contract';
import { err, ok } from '@comet/foundation';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/sha';
import type { RateLimiter } from '../../platform/http/limits/rate-limit.ts';
import { type Route, route } from '../../platform/http/requests/route.ts';
import { mailboxOf } from '../../platform/mail/mailbox.ts';
import { queueReceipt } from '../support-tickets/index.ts';
import {
  type ContactDeps,
  receiveContactMessage,
  type ContactMessage,
  readContactForm,
} from './receive-contact-message.ts';

/** About 65,000 hashes on average: a fraction of a second on a phone, but costly for bulk senders. */
const difficulty = { algorithm: 'SHA-256', cost: 1, keyPrefix: '0000' } as const;
const minAgeMs = 2_000;
const maxAgeMs = 3600_000;

type Solved = Pick<Parameters<typeof verifySolution>[0], 'challenge' | 'solution'>;

/** Creates a signed ALTCHA challenge (version 2). The signature makes storing unsolved challenges unnecessary. */
export async function makePuzzle(secret: Uint8Array, now: Date) {
  // Not `expiresAt`, which ALTCHA compares with the machine's clock: we use the database's clock.
  const data = { issuedAt: now.getTime() };
  const hmacSignatureSecret = signatureSecret(secret);
  const { parameters, signature = '' } = await createChallenge({
    ...difficulty,
    deriveKey,
    hmacSignatureSecret,
    data,
  });
  return { parameters: { ...parameters, data }, signature };
}

/** Returns whether a puzzle of ours is solved within its hour, but not faster than a person can write. */
export async function isSolved(secret: Uint8Array, solved: Solved, now: Date): Promise<boolean> {
  const age = now.getTime() - Number(solved.challenge.parameters.data?.['issuedAt']);
  if (!(age >= minAgeMs && age <= maxAgeMs)) return false;
  const hmacSignatureSecret = signatureSecret(secret);
  return (await verifySolution({ ...solved, deriveKey, hmacSignatureSecret })).verified;
}

const signatureSecret = (secret: Uint8Array) =>
  createHmac('sha256', secret).update('contact puzzle').digest('base64url');

export interface ContactRoutesDeps extends ContactDeps {
  readonly limiter: RateLimiter;
  /** The key that signs puzzles. */
  readonly secret: Uint8Array;
  /** The site's result pages of a form. */
  readonly pages: { readonly sent: string; readonly notSent: string };
}

/** Limit of new tickets for all senders together, which protects the operator's mailbox from floods. */
const fromAll = { calls: 120, seconds: 3600 };
/** The same for forms sent without a puzzle solution. */
const formsFromAll = { calls: 40, seconds: 3600 };

/** The mailbox is unverified: one receipt per day and normalised address, and a low limit for all addresses together. */
const receiptsOfMailbox = { calls: 1, seconds: 86_400 };
const receiptsToAll = { calls: 30, seconds: 3600 };

/** Emails a receipt for a new ticket, within these limits. */
async function confirm(
  deps: ContactRoutesDeps,
  { email }: ContactMessage,
  ticketId: string | null,
): Promise<void> {
  if (ticketId === null) return;
  const { limiter, db } = deps;
  if ((await limiter.take(`contact receipts ${mailboxOf(email)}`, receiptsOfMailbox)) !== null) return;
  if ((await limiter.take('contact receipts', receiptsToAll)) !== null) return;
  const ticket = { id: ticketId, userId: null, email };
  await db.transaction().execute((trx) => queueReceipt(deps, trx, ticket));
}

export const showPuzzleRoute = ({ clock, secret }: ContactRoutesDeps): Route =>
  route(api.showContactPuzzle, async () => ok(await makePuzzle(secret, clock.now())));

export const sendContactRoute = (deps: ContactRoutesDeps): Route =>
  route(api.sendContact, async ({ body }) => {
    if (!(await isSolved(deps.secret, body, deps.clock.now()))) return err('message_not_sent');
    const mayOpen = async () => (await deps.limiter.take('contact', fromAll)) === null;
    const received = await receiveContactMessage(deps, body, body.challenge.parameters.nonce, mayOpen);
    if (!received.ok) return err('message_not_sent');
    await confirm(deps, body, received.value);
    return ok(undefined);
  });

export const postContactFormRoute = (deps: ContactRoutesDeps): Route =>
  route(api.postContactForm, async ({ rawBody }) => {
    const given = readContactForm(rawBody);
    if (given === null) return ok(deps.pages.notSent);
    const mayOpen = async () => (await deps.limiter.take('contact forms', formsFromAll)) === null;
    const received = await receiveContactMessage(deps, given, null, mayOpen);
    if (!received.ok) return ok(deps.pages.notSent);
    await confirm(deps, given, received.value);
    return ok(deps.pages.sent);
  });
