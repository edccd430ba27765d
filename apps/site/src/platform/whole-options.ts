import { hyphenatedWord } from '@comet/ui';

/**
 * Keeps the options in a page's commands (`<code>`) whole: browsers wrap after a hyphen, so that a phone
 * would show `comet login --` and `email` on two lines.
 */
export function keepOptionsWhole(html: string): string {
  return html.replaceAll(/(?<=<code[^>]*>)[^<]+/g, (command) =>
    command.replaceAll(hyphenatedWord, '<span class="whitespace-nowrap">$&</span>'),
  );
}
