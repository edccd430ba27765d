import { json } from '../platform/state-file.ts';
import type { Message } from './message.ts';

/** State of the mailbox; newest mail first. */
export interface MailboxState {
  messages: Message[];
}

/** The received mails. */
export interface Mailbox {
  add(message: Message): void;
  /** Returns mails, newest first; only those to `address` if given, case-insensitively. */
  list(address?: string): readonly Message[];
  get(id: string): Message | undefined;
  clear(): void;
}

/** Older mails are dropped, so that a long-lived stack does not grow without bound. */
const KEPT = 500;

/** Returns the state without messages. */
export function emptyMailbox(): MailboxState {
  return { messages: [] };
}

/** The JSON of each message. */
const texts = new WeakMap<Message, Buffer>();

/** Returns the state's JSON in pieces. Each message is serialised once: all of them together are megabytes. */
export function mailboxJson({ messages }: MailboxState): readonly Buffer[] {
  const pieces = messages.map((message) => {
    const text = texts.get(message) ?? json(message);
    texts.set(message, text);
    return text;
  });
  const separated = pieces.flatMap((piece, index) => (index === 0 ? [piece] : [Buffer.from(','), piece]));
  return [Buffer.from('{"messages":['), ...separated, Buffer.from(']}')];
}

/**
 * Returns the mailbox in `state`, newest message first, limited to `KEPT` messages; `changed` is called after each change, so that the
 * state is saved.
 */
export function mailboxOf(state: MailboxState, changed: () => void): Mailbox {
  return {
    add(message) {
      state.messages = [message, ...state.messages].slice(0, KEPT);
      changed();
    },
    list(address) {
      const wanted = address?.toLowerCase();
      return wanted === undefined
        ? state.messages
        : state.messages.filter((message) => message.to.some((to) => to.toLowerCase() === wanted));
    },
    get: (id) => state.messages.find((message) => message.id === id),
    clear() {
      state.messages = [];
      changed();
    },
  };
}
