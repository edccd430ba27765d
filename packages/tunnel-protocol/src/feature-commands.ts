import * as z from 'zod/mini';
import { splitModes } from './choices.ts';
import { blockListChoice, dnsChoice, localProxy, network, program, serverChoice } from './settings.ts';
import { snapshot } from './snapshot.ts';

/** What the commands of this file can be refused with. */
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
  'country_unknown',
  'settings_unreadable',
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
    /** The addresses that were seen; null where nothing came through. */
    exit: z.object({ ipv4: z.nullable(z.string()), ipv6: z.nullable(z.string()) }),
    /** Who asked the internet for names on our behalf; empty where that is not told. */
    askers: z.array(z.string()),
  }),
);

/** What a user chooses beside the location, and what he does about a tunnel beside connecting. */
export const featureCommands = {
  /** Own resolvers and block lists shut each other out: the later choice takes the other one back. */
  'dns.set': { params: z.object({ dns: dnsChoice }), result: snapshot },
  'block-lists.set': { params: z.object({ blockLists: blockListChoice }), result: snapshot },
  /** Refused with `location_unknown` where no place of the list is meant. */
  'server.set': { params: z.object({ server: serverChoice }), result: snapshot },
  /** Marks a location, by its code, or takes the mark away. Refused with `location_unknown` where the list has none of it. */
  'favourite.set': { params: z.object({ location: name, on: z.boolean() }), result: snapshot },
  /** Takes the tunnel down for so many seconds; it comes back by itself, where it led. */
  pause: { params: z.object({ seconds: z.int().check(z.minimum(10), z.maximum(86_400)) }), result: snapshot },
  resume: { params: nothing, result: snapshot },
  'auto-connect.set': { params: onOrOff, result: snapshot },
  'post-quantum.set': { params: onOrOff, result: snapshot },
  /** Trusts the network that the machine is in; null names it by its router. */
  'network.trust': { params: z.object({ name: z.nullable(name) }), result: snapshot },
  'network.distrust': { params: z.object({ name }), result: snapshot },
  'split.list': { params: nothing, result: snapshot },
  /** Under lockdown `include` is refused: most traffic would leave without a tunnel. */
  'split.set': { params: z.object({ mode: z.enum(splitModes) }), result: snapshot },
  'split.add': { params: splitItem, result: snapshot },
  'split.remove': { params: splitItem, result: snapshot },
  /** The caller's own process, about to become another program, goes outside of the tunnel (`exclude`) or through it (`include`). */
  'split.adopt': {
    params: z.object({ pid: z.int().check(z.minimum(2)), mode: z.enum(['exclude', 'include']) }),
    result: snapshot,
  },
  /** Programs of the menus that `split.add` can tell apart, by name. */
  programs: {
    params: nothing,
    result: z.object({ programs: z.array(z.object({ name: z.string(), path: z.string() })) }),
  },
  /** Settings as a file for another machine: without secrets, ports of local proxies and pauses. */
  'settings.export': { params: nothing, result: z.object({ text: z.string() }) },
  /** Takes such a file whole, also one of an older version. Refused with `settings_unreadable` where it is none, or as its choices would be. */
  'settings.import': {
    params: z.object({ text: z.string().check(z.maxLength(65_536)) }),
    result: snapshot,
  },
  'proxy.list': { params: nothing, result: snapshot },
  /** A port that is a proxy already becomes this one, with another exit. Refused with `country_unknown` where ISO 3166-1 has no such code. */
  'proxy.add': { params: localProxy, result: snapshot },
  'proxy.remove': { params: z.object({ port: localProxy.shape.port }), result: snapshot },
  /** Asks a host on the internet how this machine is seen. What it says is kept here and told to nobody. */
  check: { params: nothing, result: checkResult },
  /** What support needs, without anything that names a person, a machine, a network or a key. */
  report: {
    params: nothing,
    result: z.object({ files: z.array(z.object({ name: z.string(), text: z.string() })) }),
  },
} as const;
