import type { EvidencedSentence } from './evidence.ts';
import { legal } from './legal.ts';
import { money } from './money.ts';
import { platforms } from './platforms.ts';
import { privacy } from './privacy.ts';
import { residential } from './residential.ts';
import { status } from './status.ts';

/** Evidence for each sentence of the site and its legal pages about prices, refunds, cancelling, platforms and privacy, by its path in the texts. */
export const promises: ReadonlyMap<string, EvidencedSentence> = new Map(
  [legal, money, platforms, privacy, residential, status].flatMap((part) => Object.entries(part)),
);
