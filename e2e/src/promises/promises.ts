import type { EvidencedSentence } from './evidence.ts';
import { articles } from './guides/articles.ts';
import { articlesOnServers } from './guides/articles-servers.ts';
import { articlesOnTunnels } from './guides/articles-tunnels.ts';
import { helpMoney } from './guides/help-money.ts';
import { helpPlatforms } from './guides/help-platforms.ts';
import { helpPrivacy } from './guides/help-privacy.ts';
import { legal } from './legal.ts';
import { money } from './money.ts';
import { platforms } from './platforms.ts';
import { privacy } from './privacy.ts';
import { residential } from './residential.ts';
import { service } from './service.ts';
import { status } from './status.ts';
import { storedData } from './stored-data.ts';

const site = [legal, money, platforms, privacy, residential, service, status, storedData];
const guides = [articles, articlesOnServers, articlesOnTunnels, helpMoney, helpPlatforms, helpPrivacy];

/**
 * Evidence for each sentence of the site, its legal pages, help pages and articles about prices, refunds, cancelling, platforms, privacy, locations, data volume, support and availability, by
 * its path in the texts.
 */
export const promises: ReadonlyMap<string, EvidencedSentence> = new Map(
  [...site, ...guides].flatMap((part) => Object.entries(part)),
);
