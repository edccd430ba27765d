import * as z from 'zod/mini';
import { meteredChoices, splitModes } from './choices.ts';
import {
  blockListChoice,
  dnsChoice,
  forwardedPort,
  localProxy,
  network,
  program,
  serverChoice,
} from './settings.ts';
import { snapshot } from './snapshot.ts';

/** Error codes of the commands in this file. */
export const featureErrors = [
  'resolver_not_public',
  'nothing_to_pause',
  'pause_locked_down',
  'not_paused',
  'network_unknown',
  'network_not_trusted',
  'split_apps_unavailable',
  'split_other_mode',
  'split_locked_down',
  'split_unknown',
  'split_too_wide',
  'not_your_process',
  'proxy_port_taken',
  'proxy_too_many',
  'proxy_unknown',
  'proxy_too_many_locations',
  /** The text matches several locations; a local proxy needs one. */
  'proxy_location_ambiguous',
  'forward_too_many',
  'forward_unknown',
  'country_unknown',
  'settings_unreadable',
  /** The network has no sign-in page. */
  'portal_none',
  'portal_unavailable',
] as const;

const nothing = z.object({});
const name = z.string().check(z.minLength(1), z.maxLength(60));
const splitItem = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('app'), path: program }),
  z.object({ kind: z.literal('network'), network }),
]);
const onOrOff = z.object({ on: z.boolean() });

const checkResult = z.lazy(() =>
  z.object({
    verdict: z.enum(['protected', 'leaking', 'unprotected', 'split', 'unknown']),
    leaks: z.array(z.enum(['ipv4', 'ipv6', 'dns'])),
    /** The public addresses; null for a family without connectivity. */
    exit: z.object({ ipv4: z.nullable(z.string()), ipv6: z.nullable(z.string()) }),
    /** Addresses of the resolvers that sent this machine's DNS queries; empty if unknown. */
    askers: z.array(z.string()),
  }),
);

/** Commands about settings and features besides connecting. */
export const featureCommands = {
  /** Custom resolvers and block lists exclude each other: the later choice resets the other one. */
  'dns.set': { params: z.object({ dns: dnsChoice }), result: snapshot },
  'block-lists.set': { params: z.object({ blockLists: blockListChoice }), result: snapshot },
  /** Refused with `location_unknown` if the text matches no location. */
  'server.set': { params: z.object({ server: serverChoice }), result: snapshot },
  /** Adds or removes a favourite by its location code. Refused with `location_unknown` for unknown codes. */
  'favourite.set': { params: z.object({ location: name, on: z.boolean() }), result: snapshot },
  /** Disconnects for this number of seconds, then reconnects to the same location. */
  pause: { params: z.object({ seconds: z.int().check(z.minimum(10), z.maximum(86_400)) }), result: snapshot },
  resume: { params: nothing, result: snapshot },
  'auto-connect.set': { params: onOrOff, result: snapshot },
  'post-quantum.set': { params: onOrOff, result: snapshot },
  'metered.set': { params: z.object({ metered: z.enum(meteredChoices) }), result: snapshot },
  /** Trusts the current network; null derives its name from its router. */
  'network.trust': { params: z.object({ name: z.nullable(name) }), result: snapshot },
  'network.distrust': { params: z.object({ name }), result: snapshot },
  'split.list': { params: nothing, result: snapshot },
  /** Under lockdown `include` is refused: most traffic would be outside the tunnel. */
  'split.set': { params: z.object({ mode: z.enum(splitModes) }), result: snapshot },
  'split.add': { params: splitItem, result: snapshot },
  'split.remove': { params: splitItem, result: snapshot },
  /** Puts the caller's own process, before it executes another program, outside (`exclude`) or inside (`include`) the tunnel. */
  'split.adopt': {
    params: z.object({ pid: z.int().check(z.minimum(2)), mode: z.enum(['exclude', 'include']) }),
    result: snapshot,
  },
  /** Installed programs that `split.add` can distinguish, by name. */
  programs: {
    params: nothing,
    result: z.object({ programs: z.array(z.object({ name: z.string(), path: z.string() })) }),
  },
  /** Settings as a file for another machine: without secrets, ports of local proxies and pauses. */
  'settings.export': { params: nothing, result: z.object({ text: z.string() }) },
  /** Replaces all settings by those of such a file, also of an older version. Refused with `settings_unreadable`, or as its settings would be. */
  'settings.import': {
    params: z.object({ text: z.string().check(z.maxLength(200_000)) }),
    result: snapshot,
  },
  'proxy.list': { params: nothing, result: snapshot },
  /** Replaces an existing proxy at the port, with a new exit. Refused with `country_unknown` for codes that ISO 3166-1 does not contain. */
  'proxy.add': { params: localProxy, result: snapshot },
  /**
   * Opens a local port whose connections leave at a location, given as the user typed it; null for the first free port from 8100 on.
   * Replaces an existing proxy at the port.
   */
  'proxy.add-location': {
    params: z.object({ location: name, port: z.nullable(localProxy.shape.port) }),
    result: snapshot,
  },
  'proxy.remove': { params: z.object({ port: localProxy.shape.port }), result: snapshot },
  'forward.list': { params: nothing, result: snapshot },
  /** Replies when the gateway has replied, or after a few seconds. Five ports at most; TCP and UDP of one port count once. */
  'forward.add': { params: forwardedPort, result: snapshot },
  'forward.remove': { params: forwardedPort, result: snapshot },
  /** Checks now whether the network has a sign-in page. */
  'portal.check': { params: nothing, result: snapshot },
  /**
   * Lets the caller's own process, before it executes a browser, reach the network's sign-in page for ten minutes while everything else is
   * blocked. `page`: its address.
   */
  'portal.open': {
    params: z.object({ pid: z.int().check(z.minimum(2)) }),
    result: z.object({ page: z.string() }),
  },
  /** Queries a host on the internet for this machine's public addresses. The result is not sent anywhere else. */
  check: { params: nothing, result: checkResult },
} as const;
