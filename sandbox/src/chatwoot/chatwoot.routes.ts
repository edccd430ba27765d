import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Clock } from '@comet/foundation';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** The inbox of the sandbox's Chatwoot and its token for identity validation, which is required. */
export interface ChatwootSettings {
  readonly inbox: string;
  readonly hmacToken: string;
}

interface Message {
  readonly id: number;
  readonly content: string | null;
  readonly message_type: 0 | 1;
  readonly content_type: 'text';
  readonly created_at: number;
  readonly conversation_id: number;
  readonly attachments: readonly {
    readonly id: number;
    readonly data_url: string;
    readonly file_size: number;
  }[];
}

interface Conversation {
  readonly id: number;
  readonly uuid: string;
  readonly sourceId: string;
  status: 'open' | 'resolved';
  readonly messages: Message[];
}

interface Contact {
  readonly id: number;
  readonly email: string | null;
}

/**
 * Chatwoot's public API for clients under `/chatwoot` (paths, statuses and fields as app/controllers/public/api/v1/inboxes of Chatwoot 4
 * has them), in memory; of files only name and size. `POST /chatwoot/agent/conversations/ID/messages` adds an agent's reply.
 */
export function chatwootRoutes(app: FastifyInstance, settings: ChatwootSettings, clock: Clock): void {
  const contacts = new Map<string, Contact>();
  const conversations: Conversation[] = [];
  let ids = 0;
  const next = () => (ids += 1);
  const missing = (reply: FastifyReply) => reply.status(404).send({ error: 'Resource could not be found' });
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      const headers = { 'content-type': request.headers['content-type'] ?? '' };
      const form = await new Response(new Uint8Array(body), { headers }).formData();
      const files = form.getAll('attachments[]').filter((part) => typeof part !== 'string');
      return { content: form.get('content'), files: files.map(({ name, size }) => ({ name, size })) };
    },
  );
  const addMessage = (
    conversation: Conversation,
    type: 0 | 1,
    content: unknown,
    files: unknown = [],
  ): Message => {
    const message = {
      attachments: (files as readonly { name: string; size: number }[]).map(({ name, size }) => ({
        ...{ id: next(), file_size: size },
        data_url: `https://files.invalid/${encodeURIComponent(name)}`,
      })),
      ...{ id: next(), content: typeof content === 'string' ? content : null, message_type: type },
      ...({ content_type: 'text', conversation_id: conversation.id } as const),
      created_at: Math.floor(clock.now().getTime() / 1000),
    } as const;
    conversation.messages.push(message);
    return message;
  };
  const shown = ({ sourceId, ...conversation }: Conversation) => ({
    ...conversation,
    contact: contacts.get(sourceId) ?? null,
  });
  const base = '/chatwoot/public/api/v1/inboxes/:inbox/contacts';
  type Named = FastifyRequest<{
    Params: { inbox: string; contact?: string; id?: string };
    Body: Record<string, unknown> | null;
  }>;
  const contactOf = ({ params }: Named) =>
    params.inbox === settings.inbox ? contacts.get(params.contact ?? '') : undefined;
  const found = (request: Named) =>
    conversations.find(
      ({ id, sourceId }) => String(id) === request.params.id && sourceId === request.params.contact,
    );

  app.post(base, (request: Named, reply) => {
    if (request.params.inbox !== settings.inbox) return missing(reply);
    const { source_id: given, identifier, identifier_hash: proof, email } = request.body ?? {};
    if (!isProven(settings, identifier, proof))
      return reply.status(500).send({ error: 'HMAC failed: Invalid Identifier Hash Provided' });
    const sourceId = typeof given === 'string' ? given : randomUUID();
    const contact = contacts.get(sourceId) ?? { id: next(), email: typeof email === 'string' ? email : null };
    contacts.set(sourceId, contact);
    return {
      source_id: sourceId,
      pubsub_token: randomUUID(),
      id: contact.id,
      name: null,
      email: contact.email,
    };
  });
  app.get(`${base}/:contact/conversations`, (request: Named, reply) => {
    if (contactOf(request) === undefined) return missing(reply);
    return conversations.filter(({ sourceId }) => sourceId === request.params.contact).map(shown);
  });
  app.post(`${base}/:contact/conversations`, (request: Named, reply) => {
    if (contactOf(request) === undefined) return missing(reply);
    const conversation: Conversation = {
      ...{
        id: next(),
        uuid: randomUUID(),
        sourceId: request.params.contact ?? '',
        status: 'open',
        messages: [],
      },
    };
    conversations.push(conversation);
    return shown(conversation);
  });
  app.post(`${base}/:contact/conversations/:id/messages`, (request: Named, reply) => {
    const conversation = contactOf(request) === undefined ? undefined : found(request);
    return conversation === undefined
      ? missing(reply)
      : addMessage(conversation, 0, request.body?.['content'], request.body?.['files']);
  });
  app.post<{ Params: { id: string }; Body: { content?: unknown } | null }>(
    '/chatwoot/agent/conversations/:id/messages',
    (request, reply) => {
      const conversation = conversations.find(({ id }) => String(id) === request.params.id);
      return conversation === undefined ? missing(reply) : addMessage(conversation, 1, request.body?.content);
    },
  );
}

function isProven({ hmacToken }: ChatwootSettings, identifier: unknown, proof: unknown): boolean {
  if (typeof identifier !== 'string' || typeof proof !== 'string') return false;
  const expected = Buffer.from(createHmac('sha256', hmacToken).update(identifier).digest('hex'));
  const given = Buffer.from(proof);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
