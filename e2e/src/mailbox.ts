import { setTimeout as sleep } from 'node:timers/promises';

interface Mail {
  readonly subject: string;
  readonly links: readonly string[];
}

/** The first link that leads to `path` in the newest mail to `address`, waited for up to ten seconds. */
export async function latestLink(mailbox: string, address: string, path: string): Promise<string> {
  const list = new URL(
    `messages?to=${encodeURIComponent(address)}`,
    mailbox.endsWith('/') ? mailbox : `${mailbox}/`,
  );
  for (let tries = 0; tries < 100; tries += 1) {
    const mails = (await (await fetch(list)).json()) as readonly Mail[];
    for (const mail of mails) {
      const link = mail.links.find((candidate) => new URL(candidate).pathname === path);
      if (link !== undefined) return link;
    }
    await sleep(100);
  }
  throw new Error(`No mail to ${address} with a link to ${path} arrived within ten seconds`);
}
