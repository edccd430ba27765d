/** A public host that answers every request, so that a response through a provider shows that the provider forwards traffic. */
export interface ProbeTarget {
  readonly host: string;
  readonly port: number;
  readonly request: Buffer;
  /** Number of response bytes needed for the result. */
  readonly responseLength: number;
  isResponse(received: Buffer): boolean;
}

interface HostAndPort {
  readonly host: string;
  readonly port: number;
}

/**
 * Two independent targets: our admission endpoint, which needs few bytes, and the resolver, which tunnels need anyway. With a single
 * target, its failure would look like the failure of all providers.
 */
export class ProbeTargets {
  #all: readonly [ProbeTarget, ProbeTarget];

  /** `random` in [0, 1). */
  constructor(admissionEndpoint: HostAndPort, resolver: HostAndPort, random: () => number) {
    this.#all = [admissionEndpointProbeTarget(admissionEndpoint), resolverProbeTarget(resolver, random)];
  }

  /** Returns the target of the nth try, from 0: tries alternate, beginning with the target that answered last. */
  at(nth: number): ProbeTarget {
    return this.#all[nth % 2 === 0 ? 0 : 1];
  }

  recordResponse(probeTarget: ProbeTarget): void {
    const [first, second] = this.#all;
    if (probeTarget === second) this.#all = [second, first];
  }
}

/** A ClientHello of TLS 1.2 without any extension (RFC 5246 §7.4.1.2), which our admission endpoint must refuse, since it requires TLS 1.3. */
const clientHello = Buffer.concat([
  Buffer.of(22, 3, 1, 0, 45, 1, 0, 0, 41, 3, 3),
  Buffer.alloc(32),
  Buffer.of(0, 0, 2, 0x13, 0x01, 1, 0),
]);
const alertLength = 7;

function admissionEndpointProbeTarget(address: HostAndPort): ProbeTarget {
  return {
    ...address,
    request: clientHello,
    responseLength: alertLength,
    /** Accepts a fatal alert (RFC 5246 §7.2), which only a TLS server sends. */
    isResponse: (received) =>
      received.length >= alertLength &&
      received[0] === 21 &&
      received.readUInt16BE(3) === 2 &&
      received[5] === 2,
  };
}

/** A DNS query over TCP for the root's name servers (RFC 1035 §4), with its length. */
const rootQuery = Buffer.of(0, 17, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 1);
const responseHead = 14;

function resolverProbeTarget(address: HostAndPort, random: () => number): ProbeTarget {
  const request = Buffer.from(rootQuery);
  const id = Math.floor(random() * 0x1_0000);
  request.writeUInt16BE(id, 2);
  return {
    ...address,
    request,
    responseLength: responseHead,
    /** Accepts a response with any result code: it shows that the query was forwarded. */
    isResponse: (received) =>
      received.length >= responseHead && received.readUInt16BE(2) === id && ((received[4] ?? 0) & 0x80) !== 0,
  };
}
