import type { Message } from './message.ts';

const LONGEST = 120;
/** What senders put behind the preview, so that nothing else of the mail slips into it. */
const FILLER = /[\s\p{Cf}]{6}/u;

/** What mail programs show beside the subject: the beginning of the HTML part's text, hidden or not; without one, of the text part. */
export function previewOf({ html, text }: Pick<Message, 'html' | 'text'>): string {
  const words = html === null ? text : textOf(html);
  const [beginning = ''] = words.trimStart().split(FILLER);
  return beginning.replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST);
}

function textOf(html: string): string {
  return html
    .replaceAll(/<(head|style|script|title)\b[^>]*>.*?<\/\1>/gis, '')
    .replaceAll(/<!--.*?-->/gs, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&#x([0-9a-f]+);/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
