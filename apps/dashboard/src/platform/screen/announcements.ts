type Show = (text: string) => void;

let show: Show | null = null;
let waiting: readonly string[] = [];

/** Shows a text on the notification bar, as soon as that is mounted. For code outside of components. */
export function announce(text: string): void {
  if (show === null) waiting = [...waiting, text];
  else show(text);
}

/** Passes announcements to `next`, until the returned function is called. */
export function showAnnouncements(next: Show): () => void {
  show = next;
  for (const text of waiting) next(text);
  waiting = [];
  return () => {
    show = null;
  };
}
