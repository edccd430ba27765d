import { setTimeout as sleep } from 'node:timers/promises';

interface Mail {
  readonly subject: string;
  readonly links: readonly string[];
}

/** Returns the mails to an address, newest first. */
async function mailsTo(mailbox: string, address: string): Promise<readonly Mail[]> {
  const list = new URL(
    `messages?to=${encodeURIComponent(address)}`,
    mailbox.endsWith('/') ? mailbox : `${mailbox}/`,
  );
  return (await (await fetch(list)).json()) as readonly Mail[];
}

/** Returns the subjects of the mails to an address, newest first. */
export async function subjectsTo(mailbox: string, address: string): Promise<readonly string[]> {
  return (await mailsTo(mailbox, address)).map(({ subject }) => subject);
}

/** Returns the link to `path` in the newest mail to `address` that has one. Waits up to 30 s for it. */
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
