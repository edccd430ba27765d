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

/** Elements whose content nobody reads. */
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
 * The words of an HTML part. Nothing of it is ever shown as HTML, so this only has to be readable, and takes time in proportion to
 * its length whatever it is fed: one pass from tag to tag.
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
    // A tag that never ends hides the rest.
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
