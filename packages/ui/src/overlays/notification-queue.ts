export interface Notification {
  readonly id: string;
  readonly text: string;
  readonly tone: 'note' | 'danger';
  /** Milliseconds until it goes by itself. */
  readonly durationMs: number;
  /** Grows whenever the item is shown anew, so that its time starts again. */
  readonly showing: number;
}

export interface NotificationOptions {
  readonly id?: string;
  readonly tone?: 'note' | 'danger';
  readonly durationMs?: number;
  /** What to do when an item with this id is on the bar: give it the new words in its place, or show it again as the newest. */
  readonly whenShown?: 'replace' | 're-show';
}

const DEFAULT_DURATION_MS = 4000;

/** The bar with one more item. The same id never stands on it twice. */
export function withNotification(
  bar: readonly Notification[],
  text: string,
  options: NotificationOptions = {},
): readonly Notification[] {
  const id = options.id ?? text;
  const present = bar.find((item) => item.id === id);
  const item: Notification = {
    id,
    text,
    tone: options.tone ?? 'note',
    durationMs: options.durationMs ?? DEFAULT_DURATION_MS,
    showing: (present?.showing ?? 0) + 1,
  };
  if (present !== undefined && (options.whenShown ?? 'replace') === 'replace') {
    return bar.map((other) => (other.id === id ? item : other));
  }
  return [...bar.filter((other) => other.id !== id), item];
}

/** The bar without an item; without `showing`, whichever showing of it stands there. */
export function withoutNotification(
  bar: readonly Notification[],
  id: string,
  showing?: number,
): readonly Notification[] {
  return bar.filter((item) => item.id !== id || (showing !== undefined && item.showing !== showing));
}
