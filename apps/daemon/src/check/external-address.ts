import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import type { LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';
import { isIp, isIpv4, isIpv6 } from '@comet/foundation';
import * as z from 'zod/mini';
import { httpClient } from '../platform/admission/pinned-fetch.ts';
import { nameservers } from '../platform/dns/resolver-manager.ts';
import type { ExternalAddresses } from './verdict.ts';

const timeout = 4_000;
const maxResponseLength = 4_096;
const reply = z.object({ address: z.string().check(z.refine(isIp)) });

interface ExternalAddressOptions {
  /** URL that answers a GET with `{ "address": … }`: the source address of the call. */
  readonly url: URL;
  /** A name whose TXT record is the address of the querying resolver; null if the operator has none. */
  readonly whoami: string | null;
  readonly resolvConf: string;
}

/** Queries this machine's external addresses and resolvers, using the resolvers that its programs use. Never rejects. */
export async function checkExternalAddress({
  url,
  whoami,
  resolvConf,
}: ExternalAddressOptions): Promise<ExternalAddresses> {
  const resolver = new Resolver({ timeout: timeout / 4, tries: 3 });
  const servers = nameservers(await readFile(resolvConf, 'utf8').catch(() => '')).filter(isIp);
  if (servers.length > 0) resolver.setServers(servers);
  const [ipv4, ipv6, askers] = await Promise.all([
    addressOver(4, url, resolver),
    addressOver(6, url, resolver),
    whoami === null
      ? []
      : resolver.resolveTxt(whoami).then(
          (records) => records.flat().filter(isIp),
          () => [],
        ),
  ]);
  return { exit: { ipv4, ipv6 }, askers };
}

/** The addresses of all links except the tunnel's. */
export function ownAddresses(tunnels: readonly string[]): readonly string[] {
  return Object.entries(networkInterfaces()).flatMap(([link, addresses]) =>
    tunnels.includes(link)
      ? []
      : (addresses ?? []).filter(({ internal }) => !internal).map(({ address }) => address),
  );
}

function addressOver(family: 4 | 6, url: URL, resolver: Resolver): Promise<string | null> {
  const lookup: LookupFunction = (name, options, callback) => {
    const found = family === 4 ? resolver.resolve4(name) : resolver.resolve6(name);
    found.then(
      ([address = '']) =>
        options.all === true ? callback(null, [{ address, family }]) : callback(null, address, family),
      (error: NodeJS.ErrnoException) => callback(error, ''),
    );
  };
  const host = url.hostname.replaceAll(/^\[|\]$/g, '');
  if (isIp(host) && (isIpv4(host) ? 4 : 6) !== family) return Promise.resolve(null);
  return new Promise((resolve) => {
    const call = httpClient(url.protocol).get(
      url,
      { agent: false, lookup, family, signal: AbortSignal.timeout(timeout) },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
          if (text.length > maxResponseLength) response.destroy();
        });
        response.on('end', () => resolve(addressIn(text, family)));
        response.on('error', () => resolve(null));
        response.on('close', () => resolve(null));
      },
    );
    call.on('error', () => resolve(null));
  });
}

function addressIn(text: string, family: 4 | 6): string | null {
  try {
    const parsed = reply.safeParse(JSON.parse(text));
    if (!parsed.success) return null;
    const { address } = parsed.data;
    return (family === 4 ? isIpv4 : isIpv6)(address) ? address : null;
  } catch {
    return null;
  }
}
