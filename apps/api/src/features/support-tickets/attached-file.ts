import { attachmentLimits } from '@comet/contract';
import type { TicketFile } from './conversation.store.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** File signatures: PNG (RFC 2083 §3.1), JPEG (ISO 10918), PDF (ISO 32000-1 §7.5.2). */
const beginnings: readonly { readonly mediaType: TicketFile['mediaType']; readonly hex: string }[] = [
  { mediaType: 'image/png', hex: '89504e470d0a1a0a' },
  { mediaType: 'image/jpeg', hex: 'ffd8ff' },
  { mediaType: 'application/pdf', hex: '255044462d' },
];

/** Detects the media type of a file from its bytes; null for types that are not accepted. Text is UTF-8 without control characters. */
function mediaTypeOf(content: Buffer): TicketFile['mediaType'] | null {
  const start = content.toString('hex', 0, 12);
  const known = beginnings.find(({ hex }) => start.startsWith(hex));
  if (known !== undefined) return known.mediaType;
  // RIFF, its length, WEBP (RFC 9649 §2.5).
  if (/^52494646.{8}57454250/.test(start)) return 'image/webp';
  try {
    return /[^\P{Cc}\t\n\r\f]/u.test(utf8.decode(content)) ? null : 'text/plain';
  } catch {
    return null;
  }
}

/** Returns the files with their types; null where there are too many, they are too large together, or one is empty or of another type. */
export function readFiles(
  given: readonly { readonly name: string; readonly content: Buffer }[],
): readonly TicketFile[] | null {
  const bytes = given.reduce((sum, { content }) => sum + content.length, 0);
  if (given.length > attachmentLimits.files || bytes > attachmentLimits.bytes) return null;
  const files: TicketFile[] = [];
  for (const { name, content } of given) {
    const mediaType = content.length === 0 ? null : mediaTypeOf(content);
    if (mediaType === null) return null;
    files.push({ name, mediaType, content });
  }
  return files;
}
