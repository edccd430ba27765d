import { placesTexts as texts, say } from '@comet/texts/site';

const articled: ReadonlySet<string> = new Set(texts.articled);

/** `the Netherlands`, `France`: as it stands within a sentence. `code` is ISO 3166-1 alpha-2, upper case. */
export function nameInSentence({ code, name }: { readonly code: string; readonly name: string }): string {
  return articled.has(code) ? say(texts.withArticle, { country: name }) : name;
}
