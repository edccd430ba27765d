const EVERY_MS = 1500;

/** Fetches the page periodically and replaces the list if it has changed; keeps the focus. */
async function refresh(): Promise<void> {
  const reply = await fetch('/mailbox/', { cache: 'no-store' });
  const next = new DOMParser().parseFromString(await reply.text(), 'text/html');
  const fresh = next.getElementById('live');
  const shown = document.getElementById('live');
  if (fresh === null || shown === null || fresh.innerHTML === shown.innerHTML) return;
  const focused = document.activeElement?.getAttribute('href') ?? null;
  shown.innerHTML = fresh.innerHTML;
  document.title = next.title;
  if (focused === null) return;
  for (const link of shown.querySelectorAll<HTMLAnchorElement>('a')) {
    if (link.getAttribute('href') === focused) link.focus();
  }
}

// The sandbox may be restarting; the next refresh retries.
setInterval(() => void refresh().catch(() => undefined), EVERY_MS);
