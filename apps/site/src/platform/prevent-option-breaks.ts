import { hyphenatedWord } from '@comet/ui';

/** Where a URL may wrap: after a single slash, at its query, before its host, and before a parameter of a proxy's username. */
const breaks = /(?<=[^/]\/)(?!\/)|(?=\?|&amp;|@|-(?:country|city|session|lifetime|ifgone)-)/;

/** Longest part of a URL that fits a phone's screen. */
const maxPartLength = 30;

/**
 * Keeps the options in a page's commands (`<code>`) whole: browsers wrap after a hyphen, so that a phone
 * would show `comet login --` and `email` on two lines. URLs wrap between their parts.
 */
export function preventOptionBreaks(html: string): string {
  return html.replaceAll(/(?<=<code[^>]*>)[^<]+/g, (command) =>
    command.replaceAll(/\S+/g, (word) =>
      word.includes('://')
        ? word.split(breaks).map(keepPart).join('<wbr>')
        : word.replaceAll(hyphenatedWord, whole),
    ),
  );
}

const keepPart = (part: string): string =>
  part.includes('-') && part.length <= maxPartLength ? whole(part) : part;

const whole = (word: string): string => `<span class="whitespace-nowrap">${word}</span>`;
