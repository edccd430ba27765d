import { createHmac } from 'node:crypto';
import { err, ok, type Result } from '@comet/foundation';
import * as z from 'zod/mini';
import type { AttachedFile } from '../mail/mailer.ts';

/** Why a Chatwoot request failed: no response, or not found. */
export type ChatwootFailure = 'unavailable' | 'not_found';

export interface ChatwootSettings {
  /** `https://app.chatwoot.com`, without a slash at the end. */
  readonly url: string;
  /** The identifier of an inbox of type API. */
  readonly inbox: string;
  /** That inbox's token for identity validation. */
  readonly hmacToken: string;
}

/** A customer in Chatwoot. `sourceId` gives access to the conversations, so it is unguessable. */
export interface ChatwootContact {
  readonly sourceId: string;
  readonly identifier: string;
  readonly email: string;
}

export type ChatwootConversation = z.output<typeof conversation>;
export type ChatwootMessage = z.output<typeof message>;

/**
 * The used part of Chatwoot's public client API: https://developers.chatwoot.com/api-reference (Client APIs). Other fields of its responses
 * are ignored.
 */
export interface Chatwoot {
  /** Returns all of a contact's conversations with their messages; none for one without messages. */
  conversations(contact: ChatwootContact): Promise<Result<readonly ChatwootConversation[], ChatwootFailure>>;
  /** Opens a conversation and returns its id; creates the contact where there is none. */
  open(contact: ChatwootContact): Promise<Result<number, ChatwootFailure>>;
  send(
    contact: ChatwootContact,
    conversationId: number,
    outgoing: { readonly text: string; readonly files: readonly AttachedFile[] },
  ): Promise<Result<undefined, ChatwootFailure>>;
  /** Returns the bytes of an attachment. */
  file(address: string): Promise<Result<Buffer, ChatwootFailure>>;
}

const attachment = z.object({
  id: z.int(),
  data_url: z.string(),
  file_size: z.optional(z.nullable(z.int())),
});
const message = z.object({
  id: z.int(),
  content: z.nullable(z.string()),
  /** 0 from the contact, 1 from an agent, 2 an activity, 3 from a template. */
  message_type: z.int(),
  /** Seconds since 1970. */
  created_at: z.int(),
  attachments: z._default(z.array(attachment), []),
});
const conversation = z.object({
  id: z.int(),
  status: z.string(),
  messages: z.array(message),
});

const timeoutMs = 10_000;
const maxFileBytes = 20_000_000;

/**
 * Creates the client of Chatwoot's public API for one inbox (https://developers.chatwoot.com/api-reference). Requests time out after ten
 * seconds.
 */
export function createChatwoot({ url, inbox, hmacToken }: ChatwootSettings): Chatwoot {
  const base = `${url}/public/api/v1/inboxes/${encodeURIComponent(inbox)}/contacts`;
  const of = ({ sourceId }: ChatwootContact) => `${base}/${encodeURIComponent(sourceId)}`;
  /** Chatwoot requires an identifier to carry an HMAC under the inbox's token. */
  const proof = ({ identifier }: ChatwootContact) => ({
    identifier,
    identifier_hash: createHmac('sha256', hmacToken).update(identifier).digest('hex'),
  });

  async function fetchJson<T extends z.ZodMiniType>(
    schema: T,
    address: string,
    body?: FormData | Readonly<Record<string, unknown>>,
  ): Promise<Result<z.output<T>, ChatwootFailure>> {
    const isForm = body instanceof FormData;
    const sent =
      body === undefined
        ? {}
        : {
            method: 'POST',
            body: isForm ? body : JSON.stringify(body),
            ...(isForm ? {} : { headers: { 'content-type': 'application/json' } }),
          };
    try {
      const response = await fetch(address, {
        ...sent,
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (response.status === 404) return err('not_found');
      if (!response.ok) return err('unavailable');
      const read = schema.safeParse(await response.json());
      return read.success ? ok(read.data) : err('unavailable');
    } catch {
      return err('unavailable');
    }
  }

  return {
    async conversations(contact) {
      const found = await fetchJson(z.array(conversation), `${of(contact)}/conversations`);
      return !found.ok && found.error === 'not_found' ? ok([]) : found;
    },
    async open(contact) {
      const made = { source_id: contact.sourceId, email: contact.email, ...proof(contact) };
      const known = await fetchJson(z.object({}), base, made);
      if (!known.ok) return known;
      const opened = await fetchJson(z.object({ id: z.int() }), `${of(contact)}/conversations`, {});
      return opened.ok ? ok(opened.value.id) : opened;
    },
    async send(contact, conversationId, { text, files }) {
      const form = new FormData();
      form.set('content', text);
      for (const { name, mediaType, content } of files)
        form.append('attachments[]', new Blob([new Uint8Array(content)], { type: mediaType }), name);
      const address = `${of(contact)}/conversations/${conversationId}/messages`;
      const taken = await fetchJson(
        z.object({ id: z.int() }),
        address,
        files.length === 0 ? { content: text } : form,
      );
      return taken.ok ? ok(undefined) : taken;
    },
    async file(address) {
      // Chatwoot redirects to its file storage.
      if (!address.startsWith(`${url}/`)) return err('not_found');
      try {
        const response = await fetch(address, { signal: AbortSignal.timeout(timeoutMs) });
        if (!response.ok || Number(response.headers.get('content-length') ?? 0) > maxFileBytes)
          return err('not_found');
        const bytes = Buffer.from(await response.arrayBuffer());
        return bytes.length > maxFileBytes ? err('not_found') : ok(bytes);
      } catch {
        return err('unavailable');
      }
    },
  };
}
