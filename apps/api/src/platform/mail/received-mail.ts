import { hash } from 'node:crypto';
import PostalMime, { addressParser, type Email } from 'postal-mime';

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  shy: '',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  euro: '€',
};

/** Elements whose content is not displayed. */
const unread = new Set(['script', 'style', 'head', 'title', 'template', 'noscript', 'svg']);
/** Elements that begin a line. */
const lines = new Set([
  'br',
  'p',
  'div',
  'li',
  'tr',
  'h1',
  'h2',
  'h3',
  'h4',
  'blockquote',
  'table',
  'hr',
  'ul',
  'ol',
]);

/**
 * Returns the text of an HTML part. The result is never shown as HTML, so it only has to be readable. A single pass from tag to tag takes
 * linear time for any input.
 */
export function htmlText(html: string): string {
  const parts: string[] = [];
  let skipping: string | null = null;
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    const end = open === -1 ? html.length : open;
    if (skipping === null) parts.push(decode(html.slice(at, end)).replaceAll(/\s+/g, ' '));
    if (open === -1) break;
    const isComment = html.startsWith('<!--', open);
    const close = html.indexOf(isComment ? '-->' : '>', open);
    // The rest after an unclosed tag is dropped.
    if (close === -1) break;
    at = close + (isComment ? 3 : 1);
    const tag = isComment ? null : /^<(\/?)([a-z][a-z0-9]*)/i.exec(html.slice(open, open + 24));
    const name = tag?.[2]?.toLowerCase() ?? '';
    const isEnd = tag?.[1] === '/';
    if (skipping !== null) {
      if (isEnd && name === skipping) skipping = null;
    } else if (!isEnd && unread.has(name)) skipping = name;
    else if (lines.has(name)) parts.push('\n');
  }
  return parts
    .join('')
    .replaceAll(/ *\n */g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

function decode(text: string): string {
  return text.replaceAll(/&(#x?[0-9a-f]{1,7}|[a-z]{2,8});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return entities[name.toLowerCase()] ?? whole;
    const isHex = name[1] === 'x' || name[1] === 'X';
    const code = Number.parseInt(name.slice(isHex ? 2 : 1), isHex ? 16 : 10);
    const isCharacter = code > 0 && code <= 0x10_ffff && !(code >= 0xd8_00 && code <= 0xdf_ff);
    return isCharacter ? String.fromCodePoint(code) : '';
  });
}

/** The used parts of a mail; all of them are untrusted. */
export interface ReceivedMail {
  /** The address of its only sender, in lower case. */
  readonly sender: string;
  /** Its Message-ID without angle brackets; if missing or invalid, an id derived from its bytes. */
  readonly id: string;
  /** Sent by a program: an automatic reply, a mailing list, a report (RFC 3834 §2). */
  readonly isAutomatic: boolean;
  /** Plain text without control characters; HTML is converted to text. */
  readonly text: string;
  readonly files: readonly { readonly name: string; readonly content: Buffer }[];
}

/** Limits that no mail of a person exceeds; larger ones are attacks. */
const limits = { maxNestingDepth: 20, maxHeadersSize: 128_000, maxRfc822NestingDepth: 0 };
const maxTextLength = 20_000;
const maxFiles = 20;
const maxSenderLength = 1000;

/** Headers of automatic mails only. */
const marks: ReadonlySet<string> = new Set([
  'list-id',
  'x-autoreply',
  'x-autoreply-from',
  'x-autorespond',
  'x-failed-recipients',
  'x-loop',
  'x-mail-autoreply',
]);

/** Parses a raw mail (RFC 5322, RFC 2045); returns null for one that is too complex, or does not have exactly one sender. */
export async function readMail(raw: Buffer): Promise<ReceivedMail | null> {
  const mail = await PostalMime.parse(raw, { ...limits, attachmentEncoding: 'arraybuffer' }).catch(
    () => null,
  );
  const sender = mail === null ? null : oneSender(mail);
  if (mail === null || sender === null) return null;
  if (!/^[\x21-\x7e]{1,254}$/.test(sender) || !sender.includes('@')) return null;
  const id = mail.messageId?.replaceAll(/^<|>$/g, '') ?? '';
  return {
    sender,
    id: /^[\x21-\x3b\x3d\x3f-\x7e]{3,250}$/.test(id) ? id : `${hash('sha256', raw)}@unnamed.invalid`,
    isAutomatic: isAutomatic(mail),
    text: plain(mail.text ?? htmlText(mail.html ?? '')),
    files: filesOf(mail),
  };
}

/**
 * Returns the sender if there is exactly one: of two addresses in `From`, the mail server may have verified one and we might read the other
 * (RFC 7489 §6.6.1).
 */
function oneSender({ headers }: Email): string | null {
  const lines = headers.filter(({ key }) => key === 'from').map(({ value }) => value);
  // Parsing quotes takes quadratic time for crafted input.
  if (lines.some((value) => value.length > maxSenderLength)) return null;
  const [named, ...more] = lines.flatMap((value) => addressParser(value));
  if (!lines.every((value) => /^([^<>]*<[^<>\s]+>|[^<>\s]+)$/.test(unquoted(value)))) return null;
  return more.length === 0 && named !== undefined ? (named.address?.trim().toLowerCase() ?? null) : null;
}

/** Removes quoted strings and comments, which may contain any text (RFC 5322 §3.2.2, §3.2.4). */
const unquoted = (value: string): string => value.replaceAll(/"(?:\\.|[^"\\])*"|\([^()]*\)/g, '').trim();

function isAutomatic({ headers }: Email): boolean {
  return headers.some(({ key, value }) => {
    const header = value.trim().toLowerCase();
    if (key === 'auto-submitted') return header !== 'no';
    if (key === 'precedence') return ['bulk', 'junk', 'list', 'auto_reply', 'auto-reply'].includes(header);
    if (key === 'content-type') return header.startsWith('multipart/report');
    if (key === 'return-path') return header === '<>';
    return marks.has(key);
  });
}

function plain(text: string): string {
  const clean = text
    .slice(0, 4 * maxTextLength)
    .toWellFormed()
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll(/[^\P{C}\n\t\u200d]/gu, '')
    .trim();
  return clean.length <= maxTextLength ? clean : `${clean.slice(0, maxTextLength).toWellFormed()}\n[…]`;
}

/** Returns attached files, without inline images, which are mostly in signatures. */
function filesOf({ attachments }: Email): ReceivedMail['files'] {
  return attachments
    .filter(({ related, disposition }) => related !== true && disposition !== 'inline')
    .slice(0, maxFiles)
    .flatMap(({ filename, content }) => {
      if (typeof content === 'string') return [];
      const name = (filename ?? '')
        .replaceAll(/[\p{C}/\\]/gu, '')
        .trim()
        .slice(0, 120)
        .toWellFormed();
      const bytes =
        content instanceof Uint8Array ? Buffer.from(content) : Buffer.from(new Uint8Array(content));
      return [{ name: name === '' ? 'file' : name, content: bytes }];
    });
}
