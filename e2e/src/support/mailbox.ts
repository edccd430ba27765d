import { setTimeout as sleep } from 'node:timers/promises';

interface Mail {
  readonly subject: string;
  readonly links: readonly string[];
}

/** The mails to an address, the newest first. */
async function mailsTo(mailbox: string, address: string): Promise<readonly Mail[]> {
  const list = new URL(
    `messages?to=${encodeURIComponent(address)}`,
    mailbox.endsWith('/') ? mailbox : `${mailbox}/`,
  );
  return (await (await fetch(list)).json()) as readonly Mail[];
}

/** What the mails to an address are about, the newest first. */
export async function subjectsTo(mailbox: string, address: string): Promise<readonly string[]> {
  return (await mailsTo(mailbox, address)).map(({ subject }) => subject);
}

/** The first link that leads to `path` in the newest mail to `address`, waited for up to half a minute. */
export async function latestLink(mailbox: string, address: string, path: string): Promise<string> {
  for (let tries = 0; tries < 300; tries += 1) {
    for (const mail of await mailsTo(mailbox, address)) {
      const link = mail.links.find((candidate) => new URL(candidate).pathname === path);
      if (link !== undefined) return link;
    }
    await sleep(100);
  }
  throw new Error(`No mail to ${address} with a link to ${path} arrived within half a minute`);
}
