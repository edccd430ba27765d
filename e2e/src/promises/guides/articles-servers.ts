import { type EvidencedSentence, mentions, notTestable, testNamed, sourceContains } from '../evidence.ts';
import * as by from '../proofs.ts';
import { world } from './guide-evidence.ts';

const api = 'apps/api/test';
const accountKeys = testNamed(
  'packages/admission/src/subject.test.ts',
  'an account key gives the subjects of its account and week at every gateway, and no others',
);
const subject = testNamed(
  'packages/admission/src/subject.test.ts',
  'a subject differs by account, gateway and week, and is otherwise constant',
);
const ticketOfOneGateway = testNamed(
  'packages/admission/src/admission.test.ts',
  'rejects a ticket at another gateway, too early, too late and under an unknown key',
);
const twoServers = testNamed(
  'e2e/src/connection/features.spec.ts',
  'enters at one and exits at the other: each sees one end, and nothing bypasses them',
);
const onlyItsGateway = testNamed(
  'apps/exit/src/platform/platform.test.ts',
  'forwards only packets from the gateway’s own address, which hide the customer’s',
);
const locally = testNamed(
  'apps/exit/src/features/commands/commands.test.ts',
  'pause and caps apply locally at once, also while the control plane is unreachable',
);
const kernelCap = testNamed(
  'apps/exit/src/features/serving/serving.test.ts',
  'the kernel enforces the rest of the daily quota, whatever the gateway sends',
);
const noRouter = testNamed(
  'apps/exit/test/lan-guard.net.test.ts',
  'an exit does not forward traffic of its LAN, unless the owner has enabled forwarding',
);
const lastGigabyte = testNamed(
  `${api}/residential/residential-data.db.test.ts`,
  'fifty concurrent sessions use the last gigabyte to exactly zero',
);
const onlineFor = sourceContains(
  'apps/api/src/features/gateways/gateways.store.ts',
  'const onlineMs = 90_000;',
);
const providerCountry = testNamed(
  `${api}/gateways/upstreams.db.test.ts`,
  'each of its countries is a location, served by the gateways that use it for tunnels',
);
const providerCarries = testNamed(
  'e2e/src/residential/residential.spec.ts',
  'without an exit in a country, a provider’s proxy carries the traffic with the same accounting',
);
const providerIpv4 = testNamed(
  'apps/gateway/src/features/egress-routes/egress-routes.test.ts',
  'uses a provider if no own exit matches: IPv4 is redirected to the relay, and IPv6 is refused',
);
const hours = testNamed(
  'apps/gateway/src/features/leases/leases.test.ts',
  'saved times are rounded down to hours',
);
const savedSession = sourceContains(
  'apps/gateway/src/features/leases/leases.store.ts',
  'sub: z.string(),\n  slot: z.int(),',
);

/** Paragraphs of the articles about exits and servers that name no money, records or platforms. */
export const articlesOnServers: Readonly<Record<string, EvidencedSentence>> = {
  'articles.residential-exits-and-consent.What an owner sees.0': ['f4febba9', ...by.consent],
  'articles.residential-exits-and-consent.What an owner sees.1': ['ccbb40d4', onlyItsGateway],
  'articles.residential-exits-and-consent.What an owner sees.2': ['3e946442', by.exitIsSeen],
  'articles.residential-exits-and-consent.What an owner sees.3': ['6a88917d', by.ownersNetwork, ...by.noMail],
  'articles.residential-exits-and-consent.What an owner sees.5': [
    '0bd14998',
    world('what a contract with a provider forbids.'),
  ],
  'articles.residential-exits-and-consent.What an owner can do.0': ['4b057425', locally, kernelCap],
  'articles.residential-exits-and-consent.What protects the home.1': ['51e13b16', noRouter],
  'articles.residential-exits-and-consent.What protects the customer.0': [
    '4544881e',
    onlyItsGateway,
    ...by.noLog,
  ],
  'articles.residential-exits-and-consent.What protects the customer.1': [
    'de9fd33e',
    ...by.toTheByte,
    lastGigabyte,
    ...by.atZero,
  ],
  'articles.residential-exits-and-consent.What we don’t have.0': [
    '462ff167',
    mentions('90 seconds'),
    ...by.onlyLiveExits,
    onlineFor,
  ],
  'articles.residential-exits-and-consent.What we don’t have.1': [
    'c2197fdf',
    providerCountry,
    providerCarries,
    providerIpv4,
  ],
  'articles.what-a-gateway-knows.front.4': ['59018222', world('what our documents call a server.')],
  'articles.what-a-gateway-knows.Before you connect.0': ['5263b91c', ...by.noLog, ticketOfOneGateway],
  'articles.what-a-gateway-knows.Before you connect.1': [
    '6544e98c',
    ticketOfOneGateway,
    by.worksWithoutAccounts,
  ],
  'articles.what-a-gateway-knows.Before you connect.2': ['5b681f9a', subject, accountKeys],
  'articles.what-a-gateway-knows.While you’re connected.1': ['d7074dca', ...by.forgets],
  'articles.what-a-gateway-knows.While you’re connected.2': ['7b7b16a8', ...by.noLog, subject],
  'articles.what-a-gateway-knows.While you’re connected.3': ['382fce92', world('what a router keeps.')],
  'articles.what-a-gateway-knows.While you’re connected.4': ['1c353c2a', by.serverDies],
  'articles.what-a-gateway-knows.While you’re connected.5': ['32696bf3', hours, savedSession],
  'articles.what-a-gateway-knows.While you’re connected.6': ['ad6d0287', ...by.noLog],
  'articles.what-a-gateway-knows.Where the list gets longer.2': ['1770d27b', ...by.dailyBytes],
  'articles.what-a-gateway-knows.Where the list gets longer.3': [
    '40337919',
    notTestable('It lists what an account is.'),
    ...by.noLog,
  ],
  'articles.what-a-gateway-knows.What we can’t remove.0': [
    '3a9613e9',
    mentions('comet connect --via'),
    world('what an observer of both ends can do.'),
    twoServers,
  ],
};
