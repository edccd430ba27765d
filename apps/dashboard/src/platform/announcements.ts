type Show = (text: string) => void;

let show: Show | null = null;
let waiting: readonly string[] = [];

/** Says something on the notification bar, for what draws nothing itself; as soon as there is a bar. */
export function announce(text: string): void {
  if (show === null) waiting = [...waiting, text];
  else show(text);
}

/** Has announcements shown by `next`, until the returned function is called. */
export function showAnnouncements(next: Show): () => void {
  show = next;
  for (const text of waiting) next(text);
  waiting = [];
  return () => {
    show = null;
  };
}
