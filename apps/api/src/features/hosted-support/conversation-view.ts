import type { api, ReplyOf } from '@comet/contract';
import type { ChatwootConversation, ChatwootMessage } from '../../platform/chatwoot/chatwoot.ts';

type ShownTicket = ReplyOf<typeof api.listSupportTickets>['tickets'][number];
type ShownMessage = ShownTicket['messages'][number];

/** Converts a Chatwoot number to the format of our ids, keeping the order. */
export function idOf(number: number): string {
  return `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;
}

/** Converts a Chatwoot conversation to our ticket format. Activity entries, which have no author, are left out. */
export function conversationView(conversation: ChatwootConversation): ShownTicket {
  const messages = conversation.messages.filter(isSaid).toSorted((one, other) => one.id - other.id);
  return {
    id: idOf(conversation.id),
    subject: 'A message to support',
    state: stateOf(conversation.status, messages),
    openedAt: at(messages[0]),
    messages: messages.map(shownMessage),
  };
}

const isSaid = ({ message_type }: ChatwootMessage) =>
  message_type === 0 || message_type === 1 || message_type === 3;
const at = (message: ChatwootMessage | undefined) =>
  new Date((message?.created_at ?? 0) * 1000).toISOString();

function stateOf(status: string, messages: readonly ChatwootMessage[]): ShownTicket['state'] {
  if (status === 'resolved') return 'closed';
  if (messages.at(-1)?.message_type === 1) return 'answered';
  return messages.some(({ message_type }) => message_type === 1) ? 'waiting' : 'open';
}

function shownMessage(message: ChatwootMessage): ShownMessage {
  return {
    id: idOf(message.id),
    author: message.message_type === 0 ? 'customer' : 'operator',
    text: message.content ?? '',
    sentAt: at(message),
    attachments: message.attachments.map(({ id, data_url: address, file_size: bytes }) => ({
      id: idOf(id),
      name: nameIn(address),
      mediaType: 'application/octet-stream',
      bytes: bytes ?? 0,
    })),
  };
}

/** Returns the last part of a URL, which is the file's name. */
function nameIn(address: string): string {
  const last = URL.canParse(address) ? (new URL(address).pathname.split('/').at(-1) ?? '') : '';
  try {
    return (
      decodeURIComponent(last)
        .replaceAll(/[\p{C}/\\]/gu, '')
        .slice(0, 120) || 'file'
    );
  } catch {
    return 'file';
  }
}
