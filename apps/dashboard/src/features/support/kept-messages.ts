/** A message that was not sent yet. Its key lets it be sent once, however often it is tried. */
export interface KeptMessage {
  readonly key: string;
  readonly text: string;
}

/** Most messages that are kept for later, and signs of each. */
const most = 20;
const longest = 5000;

const nameOf = (userId: string) => `comet:unsent:${userId}`;

/** What this browser keeps of an account's messages until there is a network again; what somebody else put there is dropped. */
export function readKept(storage: Pick<Storage, 'getItem'>, userId: string): readonly KeptMessage[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(nameOf(userId)) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isKept).slice(0, most) : [];
  } catch {
    return [];
  }
}

export function keep(
  storage: Pick<Storage, 'setItem' | 'removeItem'>,
  userId: string,
  messages: readonly KeptMessage[],
): void {
  if (messages.length === 0) storage.removeItem(nameOf(userId));
  else storage.setItem(nameOf(userId), JSON.stringify(messages.slice(0, most)));
}

function isKept(value: unknown): value is KeptMessage {
  if (typeof value !== 'object' || value === null || !('key' in value) || !('text' in value)) return false;
  const { key, text } = value;
  return (
    typeof key === 'string' &&
    /^[0-9a-f]{32}$/.test(key) &&
    typeof text === 'string' &&
    text.length <= longest
  );
}
