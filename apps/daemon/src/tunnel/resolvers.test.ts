import type { Admittance } from '@comet/contract';
import { freshSettings } from '@comet/tunnel-protocol';
import { expect, test } from 'vitest';
import { gateways } from '../../test/fleet/fake-gateways.ts';
import {
  gatewayResolvers,
  type GatewayResolvers,
  missingLists,
  missingListsOf,
  resolverPlan,
  resolversOf,
} from './resolvers.ts';
import { isLanServer, isUsableServer } from './split-dns.ts';
import type { Session } from '../model/session.ts';

const admittance = {
  dns: ['100.64.0.1'],
  filters: [
    { address: '100.64.0.2', lists: ['ads'] },
    { address: '100.64.0.6', lists: ['ads', 'malware'] },
  ],
} as unknown as Admittance;
const choosing = (...lists: string[]) => ({
  ...freshSettings,
  blockLists: {
    ...{ ads: lists.includes('ads'), trackers: lists.includes('trackers') },
    ...{ malware: lists.includes('malware'), adult: lists.includes('adult') },
    ...{ gambling: lists.includes('gambling'), social: lists.includes('social') },
  },
});

test("uses the gateway's resolver unless another one is chosen", () => {
  expect(resolversOf(admittance, freshSettings)).toEqual(['100.64.0.1']);
  const own = { ...choosing('ads'), dns: { servers: ['9.9.9.9', '2620:fe::fe'] } };
  expect(resolversOf(admittance, own)).toEqual(['9.9.9.9', '2620:fe::fe']);
  expect(missingLists(admittance, own)).toEqual([]);
  const encrypted = { ...freshSettings, dns: { servers: ['tls://dns.example', '9.9.9.9'] } };
  expect(resolversOf(admittance, encrypted)).toEqual(['9.9.9.9', '100.64.0.1']);
});

test('chooses the resolver for the chosen lists, never one that blocks more, and reports missing lists', () => {
  expect(resolversOf(admittance, choosing('ads'))).toEqual(['100.64.0.2']);
  expect(resolversOf(admittance, choosing('malware', 'ads'))).toEqual(['100.64.0.6']);
  expect(missingLists(admittance, choosing('ads', 'malware'))).toEqual([]);
  expect(resolversOf(admittance, choosing('malware'))).toEqual(['100.64.0.1']);
  expect(missingLists(admittance, choosing('malware'))).toEqual(['malware']);
  expect(resolversOf(admittance, choosing('ads', 'trackers'))).toEqual(['100.64.0.2']);
  expect(missingLists(admittance, choosing('ads', 'trackers'))).toEqual(['trackers']);
});

test('own lists are applied by the resolver program, whose allowed names no list of a gateway blocks', () => {
  expect(resolverPlan(admittance, choosing('ads'))).toBeNull();
  const own = { ...choosing('ads'), nameLists: [{ kind: 'block' as const, source: 'mine' }] };
  expect(resolversOf(admittance, own)).toEqual(['100.64.0.2', '100.64.0.1']);
  expect(resolverPlan(admittance, own)).toEqual({
    servers: [{ over: 'plain', address: '100.64.0.2' }],
    bootstrap: ['100.64.0.1'],
    lists: own.nameLists,
    allowed: [],
    unfiltered: ['100.64.0.1'],
    filterLists: ['ads'],
    split: [],
    sites: [],
  });
  const allowing = { ...freshSettings, allowedNames: ['good.example'] };
  expect(resolverPlan(admittance, allowing)).toMatchObject({
    ...{ allowed: ['good.example'], unfiltered: [], filterLists: [] },
  });
  const encrypted = { ...own, dns: { servers: ['tls://dns.example'] } };
  expect(resolverPlan(admittance, encrypted)).toMatchObject({
    ...{ servers: [{ over: 'tls' }], unfiltered: [], filterLists: [] },
  });
});

test('a domain has a resolver of its own: in the tunnel, unless its address is private', () => {
  const splitDns = [
    { domain: 'corp.example', server: '10.0.0.53' },
    { domain: 'lab.example', server: '9.9.9.9' },
  ];
  const settings = { ...freshSettings, splitDns };
  expect(resolverPlan(admittance, settings)).toMatchObject({ split: splitDns });
  expect(resolversOf(admittance, settings)).toEqual(['100.64.0.1', '9.9.9.9']);
  const unusable = ['127.0.0.1', '100.64.0.1', 'fd00:c0:e7::1', 'fe80::1', '0.0.0.0', '224.0.0.1'];
  expect(unusable.filter(isUsableServer)).toEqual([]);
  const local = ['10.0.0.53', '172.16.0.1', '192.168.1.1', 'fd12::53'];
  expect(local.filter(isLanServer)).toEqual(local);
  expect(['9.9.9.9', '2620:fe::fe'].filter(isLanServer)).toEqual([]);
});

test('a gateway names further lists, and the address of each set follows from them', () => {
  const more = { ...admittance, moreBlockLists: ['adult', 'social', 'later'] };
  const at = (granted: Admittance): GatewayResolvers =>
    gatewayResolvers({ protocol: 'wireguard', admittance: granted } as Session);
  expect(resolversOf(at(more), choosing('ads'))).toEqual(['100.64.0.2']);
  expect(resolversOf(at(more), choosing('adult'))).toEqual(['100.64.0.9']);
  expect(resolversOf(at(more), choosing('ads', 'malware', 'adult', 'social'))).toEqual(['100.64.0.46']);
  expect(resolversOf(at(more), choosing('social', 'gambling'))).toEqual(['100.64.0.33']);
  expect(missingLists(at(more), choosing('social', 'gambling'))).toEqual(['gambling']);
  // A gateway of the release before.
  expect(resolversOf(at(admittance), choosing('ads', 'adult'))).toEqual(['100.64.0.2']);
  expect(missingLists(at(admittance), choosing('ads', 'adult'))).toEqual(['adult']);
});

test('uses the resolver of a gateway without lists for all names', () => {
  const { filters: _, ...older } = admittance;
  expect(resolversOf(older, choosing('ads'))).toEqual(['100.64.0.1']);
  expect(missingLists(older, choosing('ads', 'malware'))).toEqual(['ads', 'malware']);
});

test('with OpenVPN, uses the block lists that the signed list names', () => {
  const lease = { ipv4: '100.80.0.7', ipv6: 'fd00::7', dns: ['100.64.0.1'], mtu: 1500 };
  const at = (gateway: (typeof gateways)[number]): Session => ({
    protocol: 'openvpn',
    gateway,
    variant: 'udp',
    lease,
  });
  const [listed, plain] = [gateways[0]!, gateways[1]!];
  expect(resolversOf(gatewayResolvers(at(listed)), choosing('ads', 'malware'))).toEqual(['100.64.0.6']);
  expect(resolversOf(gatewayResolvers(at(plain)), choosing('ads'))).toEqual(['100.64.0.1']);
  expect(missingListsOf(plain, choosing('ads'))).toEqual(['ads']);
  expect(missingListsOf(listed, choosing('ads', 'trackers', 'malware'))).toEqual([]);
});
