import { connect } from 'node:net';
import { createInterface } from 'node:readline';

/** A line of JSON that the other end sent. */
export type Message = Readonly<Record<string, unknown>>;

/** A conversation of JSON objects, one a line, over a Unix socket. */
export interface Conversation {
  send(message: Message): void;
  /** Returns the next message for which `isReply` holds; drops those before it. Throws when the time of the conversation is over. */
  receive(isReply: (message: Message) => boolean): Promise<Message>;
}

/** Opens a conversation and closes it after `hold`. Throws if the socket does not answer in `milliseconds`. */
export async function converseOver<T>(
  path: string,
  milliseconds: number,
  hold: (conversation: Conversation) => Promise<T>,
): Promise<T> {
  const socket = connect({ path });
  const limit = setTimeout(
    () => socket.destroy(new Error(`${path} did not answer within ${milliseconds} ms`)),
    milliseconds,
  );
  const failed = new Promise<never>((_, reject) => {
    socket.once('error', reject);
    socket.once('close', () => reject(new Error(`${path} was closed`)));
  });
  const lines = createInterface(socket)[Symbol.asyncIterator]();
  const receive = async (isReply: (message: Message) => boolean): Promise<Message> => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done === true) return failed;
      const message = parseMessage(value);
      if (message !== null && isReply(message)) return message;
    }
  };
  try {
    const send = (message: Message) => void socket.write(`${JSON.stringify(message)}\n`);
    return await Promise.race([failed, hold({ send, receive })]);
  } finally {
    clearTimeout(limit);
    failed.catch(() => undefined);
    socket.destroy();
  }
}

/** Returns the object of a line; null for a line that is not one, such as the rest of an earlier conversation. */
export function parseMessage(line: string): Message | null {
  // The guest agent marks the start of a reply to a delimited synchronisation by 0xFF, which is not valid in UTF-8.
  const text = line.slice(line.lastIndexOf('�') + 1);
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Message) : null;
  } catch {
    return null;
  }
}
