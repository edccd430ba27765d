import type { PlainRequest } from '../http/http-client.ts';

/** Notifications of the relay about the egress side of a line. */
export interface EgressHandler {
  /** `failure`: an errno, 0 for none. `dial`: the number of the attempt. */
  dialled(failure: number, dial: number): void;
  egressBytes(bytes: Buffer, dial: number): void;
  counted(bytes: number): void;
}

/** Notifications about a client with plain HTTP requests; see `RelayHandlers`. */
export interface HttpHandler {
  request(request: PlainRequest | null): void;
  failed(repeats: boolean): void;
  answered(keeps: boolean): void;
  dropped(): void;
}

/** The owner of one client's connection at the relay. */
export interface ConnectionOwner {
  readonly egress: EgressHandler | null;
  readonly http?: HttpHandler;
  /** What a client of SOCKS5 has sent. */
  clientBytes?(bytes: Buffer): void;
  associated?(port: number): void;
  destination?(bytes: Buffer): void;
  /** `bytes` came back since its sides were one. */
  gone(bytes: number): void;
}
