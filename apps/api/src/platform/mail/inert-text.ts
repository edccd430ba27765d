const wordJoiner = '\u2060';
const address = /^["“(<]*(?!www\.)[\w.+'-]+@[\w-]+(\.[\w-]+)+["”)>.,;:!?]*$/i;

/**
 * Text that other people had a hand in (names, browsers, addresses), made harmless for a mail. One line, without control or
 * direction characters; and since mail programs make links of whatever looks like one, addresses of the web are broken by an invisible
 * word joiner (U+2060). Email addresses stay as they are: a link of theirs leads to a new mail at most.
 */
export function inertText(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => (address.test(word) ? word : unlinked(word)))
    .join(' ');
}

function unlinked(word: string): string {
  return word.replaceAll(/:(?=\/\/)|\.(?=\p{L})/gu, (sign) => sign + wordJoiner);
}
