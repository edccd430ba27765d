import type { PlainRequest } from '../http/http-client.ts';

/** Handles notifications of the relay about the egress side of a connection. */
export interface EgressHandler {
  /** `failure` is an errno, 0 for none; `dial` is the number of the attempt. */
  dialled(failure: number, dial: number): void;
  egressBytes(bytes: Buffer, dial: number): void;
  counted(bytes: number): void;
}

/** Handles notifications about a client with plain HTTP requests; see `RelayHandlers`. */
export interface HttpHandler {
  request(request: PlainRequest | null): void;
  failed(repeats: boolean): void;
  responded(keeps: boolean): void;
  dropped(): void;
}

/** The owner of one client's connection at the relay. */
export interface ConnectionOwner {
  readonly egress: EgressHandler | null;
  readonly http?: HttpHandler;
  /** Bytes received from a SOCKS5 client. */
  clientBytes?(bytes: Buffer): void;
  associated?(port: number): void;
  destination?(bytes: Buffer): void;
  /** `bytes` were received from the target since both sides were joined. */
  gone(bytes: number): void;
}
