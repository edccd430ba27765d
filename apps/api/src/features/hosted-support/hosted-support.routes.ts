import { createHmac } from 'node:crypto';
import { api } from '@comet/contract';
import { err, ok, type Result } from '@comet/foundation';
import type {
  Chatwoot,
  ChatwootContact,
  ChatwootConversation,
  ChatwootFailure,
} from '../../platform/chatwoot/chatwoot.ts';
import type { SignedInUser } from '../../platform/http/authentication/caller.ts';
import type { RateLimiter } from '../../platform/http/limits/rate-limit.ts';
import { type Route, route } from '../../platform/http/requests/route.ts';
import {
  acceptReport,
  readFiles,
  refuseUnconfirmed,
  reportMessage,
  type TicketFile,
} from '../support-tickets/index.ts';
import { idOf, conversationView } from './conversation-view.ts';

interface HostedSupportDeps {
  readonly chatwoot: Chatwoot;
  readonly limiter: RateLimiter;
  /** The secret for deriving a customer's contact id at Chatwoot. */
  readonly secret: Uint8Array;
}

/** Derives an account's Chatwoot contact. The same account has the same contact, the id cannot be guessed, and nothing is stored here. */
function contactOf({ secret }: HostedSupportDeps, { id, email }: SignedInUser): ChatwootContact {
  const sourceId = createHmac('sha256', secret).update(`chatwoot\n${id}`).digest('base64url');
  return { sourceId, identifier: id, email };
}

interface AddedMessage {
  readonly text: string;
  readonly files: readonly TicketFile[];
  /** The latest unresolved conversation (a new one if there is none), or always a new one. */
  readonly conversation: 'latest' | 'new';
}

/** Returns the id of the latest unresolved conversation; null without one. */
async function latestUnresolved(
  chatwoot: Chatwoot,
  contact: ChatwootContact,
): Promise<Result<number | null, ChatwootFailure>> {
  const found = await chatwoot.conversations(contact);
  if (!found.ok) return found;
  return ok(
    found.value
      .filter(({ status }) => status !== 'resolved')
      .reduce<number | null>((latest, { id }) => Math.max(latest ?? id, id), null),
  );
}

/** Adds a message to a conversation; returns the updated conversation. */
async function addMessage(
  { chatwoot }: HostedSupportDeps,
  contact: ChatwootContact,
  message: AddedMessage,
): Promise<Result<ChatwootConversation, ChatwootFailure>> {
  const current = message.conversation === 'new' ? ok(null) : await latestUnresolved(chatwoot, contact);
  if (!current.ok) return current;
  const conversation = current.value === null ? await chatwoot.open(contact) : ok(current.value);
  if (!conversation.ok) return conversation;
  const sent = await chatwoot.send(contact, conversation.value, message);
  if (!sent.ok) return sent;
  const after = await chatwoot.conversations(contact);
  if (!after.ok) return after;
  const shown = after.value.find(({ id }) => id === conversation.value);
  return shown === undefined ? err('not_found') : ok(shown);
}

/** The number of a conversation as its agents see it, in eight digits. */
const conversationNumber = ({ id }: ChatwootConversation) => String(id).padStart(8, '0');

const listRoute = (deps: HostedSupportDeps) =>
  route(api.listSupportTickets, async ({ caller }) => {
    const found = await deps.chatwoot.conversations(contactOf(deps, caller));
    if (!found.ok) return err('provider_unavailable');
    return ok({ tickets: found.value.toSorted((one, other) => one.id - other.id).map(conversationView) });
  });

const sendRoute = (deps: HostedSupportDeps) =>
  route(api.sendSupportMessage, async ({ caller, address, body }) => {
    const files = readFiles(
      body.attachments.map(({ name, content }) => ({ name, content: Buffer.from(content, 'base64') })),
    );
    if (files === null || (body.text === '' && files.length === 0)) return err('message_not_sent');
    const refusal = await refuseUnconfirmed(deps.limiter, { caller, address }, files.length);
    if (refusal !== null) return err(refusal);
    const added = await addMessage(deps, contactOf(deps, caller), {
      text: body.text,
      files,
      conversation: 'latest',
    });
    return added.ok ? ok({ ticket: conversationView(added.value) }) : err('message_not_sent');
  });

const salesRoute = (deps: HostedSupportDeps) =>
  route(api.contactSales, async ({ caller, address, body }) => {
    const { name, company, seats, message } = body;
    const refusal = await refuseUnconfirmed(deps.limiter, { caller, address }, 0);
    if (refusal !== null) return err(refusal);
    const about = ['A request to sales', `Name: ${name}`, `Company: ${company}`, `People: ${seats}`];
    const added = await addMessage(deps, contactOf(deps, caller), {
      text: [...about, '', message].join('\n'),
      files: [],
      conversation: 'latest',
    });
    return added.ok ? ok({ ticket: conversationView(added.value) }) : err('message_not_sent');
  });

const reportRoute = (deps: HostedSupportDeps) =>
  route(api.sendSupportReport, async ({ caller, address, body }) => {
    const files = await acceptReport(deps.limiter, { caller, address }, body.report);
    if (!files.ok) return files;
    const { text } = reportMessage;
    const message = { text, files: files.value, conversation: 'new' } as const;
    const added = await addMessage(deps, contactOf(deps, caller), message);
    return added.ok ? ok({ number: conversationNumber(added.value) }) : err('message_not_sent');
  });

const attachmentRoute = (deps: HostedSupportDeps) =>
  route(api.showSupportAttachment, async ({ caller, params }) => {
    const found = await deps.chatwoot.conversations(contactOf(deps, caller));
    const messages = found.ok ? found.value.flatMap((conversation) => conversation.messages) : [];
    const file = messages.flatMap(({ attachments }) => attachments).find(({ id }) => idOf(id) === params.id);
    const bytes = file === undefined ? err('not_found' as const) : await deps.chatwoot.file(file.data_url);
    return bytes.ok ? ok(bytes.value) : err('not_found');
  });

/**
 * Routes for support messages kept at a hosted Chatwoot. The browser contacts only this API, so Chatwoot receives no customer's IP address.
 */
export function hostedSupportRoutes(deps: HostedSupportDeps): Route[] {
  return [listRoute(deps), sendRoute(deps), salesRoute(deps), attachmentRoute(deps), reportRoute(deps)];
}
