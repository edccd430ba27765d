const EVERY_MS = 1500;

/** Asks for the page again and swaps the list when it changed; keeps the focus where the reader left it. */
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

// A sandbox that restarts is back in a moment: the next round asks again.
setInterval(() => void refresh().catch(() => undefined), EVERY_MS);
