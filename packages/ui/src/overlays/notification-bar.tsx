import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react';
import { classes } from '../actions/classes.ts';

interface Notification {
  readonly id: string;
  readonly text: string;
  readonly tone: 'note' | 'danger';
  /** Milliseconds until it disappears. */
  readonly durationMs: number;
  /** Incremented when the item is shown again, so that its time restarts. */
  readonly showing: number;
}

interface NotificationOptions {
  readonly id?: string;
  readonly tone?: 'note' | 'danger';
  readonly durationMs?: number;
  /** For an item with the same id on the bar: replace its text, or show it again as the newest. */
  readonly whenShown?: 'replace' | 're-show';
}

const DEFAULT_DURATION_MS = 4000;

/** Returns the bar with one more item. An id is shown once. */
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

/** Returns the bar without an item; without `showing`, regardless of how often it was shown. */
export function withoutNotification(
  bar: readonly Notification[],
  id: string,
  showing?: number,
): readonly Notification[] {
  return bar.filter((item) => item.id !== id || (showing !== undefined && item.showing !== showing));
}

type Show = (text: string, options?: NotificationOptions) => void;

const ShowContext = createContext<Show>(() => {});

/** Shows a notification on the nearest bar. */
export function useNotify(): Show {
  return useContext(ShowContext);
}

interface NotificationBarProps {
  readonly label: string;
  readonly closeLabel: string;
  /** Shown on the bar permanently, below the temporary items. */
  readonly standing?: ReactNode;
  readonly children: ReactNode;
}

/** Contains the screen, and above it the bar on which `useNotify` shows its items. */
export function NotificationBar({ label, closeLabel, standing, children }: NotificationBarProps) {
  const [items, setItems] = useState<readonly Notification[]>([]);
  const show = useCallback<Show>(
    (text, options) => setItems((bar) => withNotification(bar, text, options)),
    [],
  );
  const close = useCallback(
    (id: string, showing?: number) => setItems((bar) => withoutNotification(bar, id, showing)),
    [],
  );
  return (
    <ShowContext value={show}>
      {children}
      <section
        aria-label={label}
        aria-live="polite"
        className="pointer-events-none fixed inset-x-4 bottom-4 z-10 mx-auto flex max-w-[528px] flex-col gap-2"
      >
        {items.map((item) => (
          <NotificationItem key={item.id} item={item} closeLabel={closeLabel} onClose={close} />
        ))}
        {standing}
      </section>
    </ShowContext>
  );
}

interface ItemProps {
  readonly item: Notification;
  readonly closeLabel: string;
  readonly onClose: (id: string, showing?: number) => void;
}

function NotificationItem({ item, closeLabel, onClose }: ItemProps) {
  const { id, showing, durationMs } = item;
  useEffect(() => {
    const timer = setTimeout(() => onClose(id, showing), durationMs);
    return () => clearTimeout(timer);
  }, [id, showing, durationMs, onClose]);
  return (
    <div
      className={classes(
        'pointer-events-auto flex animate-rise items-center justify-between gap-4 rounded-control border bg-raised py-2 pr-2 pl-4',
        item.tone === 'danger' ? 'border-danger' : 'border-edge',
      )}
    >
      <p className="m-0 min-w-0 break-words">{item.text}</p>
      <button
        type="button"
        onClick={() => onClose(id)}
        className="min-h-10 shrink-0 rounded-control border-0 bg-transparent px-3 font-medium text-quiet hover:text-ink"
      >
        {closeLabel}
      </button>
    </div>
  );
}
