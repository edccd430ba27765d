import type { Answer } from 'dns-packet';
import { type Endpoint, formatEndpoint, isIp } from '@comet/foundation';
import { type AccessRoute, type AccessStrategy, type AttemptLimits, openTcp } from './access-route.ts';

/** Maximum size of a response in bytes: the largest DNS message (RFC 1035 §4.2.2). */
const maxResponseLength = 65_535;
/** Maximum number of addresses of one response that are tried. */
const maxAddresses = 4;

/**
 * DNS over HTTPS (RFC 8484). `resolvers`: URLs with an IP address as host, for which the resolver's certificate must be valid. The returned
 * addresses are trusted no more than those of another resolver: the API's certificate decides.
 */
export function dohAccess(resolvers: readonly URL[], tried: () => readonly Endpoint[]): AccessStrategy {
  return {
    method: 'doh',
    routesTo: ({ host, usesTls }) =>
      isIp(host) || !usesTls
        ? []
        : resolvers.map(
            (resolver): AccessRoute =>
              async (target, limits) => {
                const withdraw = await limits.permit([endpointOf(resolver)]);
                const found = await Promise.all(
                  (['A', 'AAAA'] as const).map((type) => query(resolver, target.host, type, limits.signal)),
                ).finally(withdraw);
                const known = new Set(tried().map(({ host: address }) => address));
                const addresses = found.flat().filter((address) => !known.has(address));
                if (addresses.length === 0) throw new Error('the resolver has no further address');
                return openFirst(addresses.slice(0, maxAddresses), target.port, limits);
              },
          ),
  };
}

async function openFirst(addresses: readonly string[], port: number, { signal, permit }: AttemptLimits) {
  await permit(addresses.map((host) => ({ host, port })));
  const all = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  return openTcp({ host: 'api.invalid', port }, signal, (_name, options, callback) => {
    const [first] = all;
    if (options.all === true || first === undefined) callback(null, all);
    else callback(null, first.address, first.family);
  });
}

function endpointOf({ hostname, port }: URL): Endpoint {
  return { host: hostname.replaceAll(/^\[|\]$/g, ''), port: port === '' ? 443 : Number(port) };
}

/** The addresses of a name; rejects if the resolver gives no valid response. */
async function query(
  resolver: URL,
  name: string,
  type: 'A' | 'AAAA',
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { default: packet } = await import('dns-packet');
  // RFC 8484 §4.1: the id is 0.
  const body = packet.encode({
    type: 'query',
    id: 0,
    flags: packet.RECURSION_DESIRED,
    questions: [{ type, name }],
  });
  const response = packet.decode(await post(resolver, body, signal));
  if (response.type !== 'response' || response.flag_tc)
    throw new Error('the resolver gave no whole response');
  return (response.answers ?? []).flatMap((answer: Answer) =>
    (answer.type === 'A' || answer.type === 'AAAA') && isIp(answer.data) ? [answer.data] : [],
  );
}

function post(resolver: URL, body: Buffer, signal: AbortSignal): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const headers = {
      host: formatEndpoint(endpointOf(resolver)),
      'content-type': 'application/dns-message',
      accept: 'application/dns-message',
      'content-length': body.length,
    };
    const options = { method: 'POST', headers, agent: false, signal, minVersion: 'TLSv1.2' } as const;
    const call = process.getBuiltinModule('node:https').request(resolver, options, (response) => {
      const { statusCode, headers: received } = response;
      if (statusCode !== 200 || received['content-type'] !== 'application/dns-message') {
        response.destroy();
        reject(new Error(`the resolver responded with the status ${statusCode}`));
        return;
      }
      const chunks: Buffer[] = [];
      let length = 0;
      response.on('data', (chunk: Buffer) => {
        length += chunk.length;
        if (length > maxResponseLength) response.destroy(new Error('the response is too long'));
        else chunks.push(chunk);
      });
      response.on('end', () => resolve(Buffer.concat(chunks)));
      response.on('error', reject);
    });
    call.on('error', reject);
    call.on('close', () => reject(new Error('the resolver closed the connection')));
    call.end(body);
  });
}
