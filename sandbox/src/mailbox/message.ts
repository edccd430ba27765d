import PostalMime from 'postal-mime';

/** A mail of the mailbox. */
export interface Message {
  readonly id: string;
  /** Addresses of the envelope's recipients, which the header may not contain. */
  readonly to: readonly string[];
  readonly from: string;
  /** Reply-To address, if any. */
  readonly reply_to: string | null;
  readonly message_id: string | null;
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
  /** Every http(s) URL of the mail, each once, in reading order. */
  readonly links: readonly string[];
  /** ISO 8601, the sandbox's clock. */
  readonly received_at: string;
}

/** Parses a raw RFC 5322 mail. `to` are the envelope's recipients. */
export async function readMessage(
  raw: Buffer,
  envelope: { id: string; to: readonly string[]; receivedAt: Date },
): Promise<Message> {
  const mail = await PostalMime.parse(raw);
  const html = mail.html ?? null;
  const text = mail.text ?? '';
  return {
    id: envelope.id,
    to: envelope.to,
    from: mail.from?.address ?? '',
    reply_to: mail.replyTo?.[0]?.address ?? null,
    message_id: mail.messageId ?? null,
    subject: mail.subject ?? '',
    text,
    html,
    links: linksIn(html, text),
    received_at: envelope.receivedAt.toISOString(),
  };
}

/** Returns the http(s) URLs of the HTML part's `href`s and of the text part, each once. */
export function linksIn(html: string | null, text: string): string[] {
  const fromHtml = [...(html ?? '').matchAll(/\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')/gi)].map((match) =>
    unescapeAttribute(match[1] ?? match[2] ?? ''),
  );
  const fromText = [...text.matchAll(/https?:\/\/[^\s<>"'\])]+/g)].map((match) =>
    match[0].replace(/[.,;:!?]+$/, ''),
  );
  return [...new Set([...fromHtml, ...fromText].filter((link) => /^https?:\/\//i.test(link)))];
}

function unescapeAttribute(value: string): string {
  return value
    .replaceAll(/&#x0*3d;|&#0*61;/gi, '=')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .trim();
}
