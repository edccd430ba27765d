import type { PlainRequest } from '../http/http-client.ts';

/** What the relay tells of the side of a line that leaves by an exit. */
export interface LineSide {
  /** An errno, 0 for none. */
  dialled(failure: number): void;
  said(bytes: Buffer): void;
  counted(bytes: number): void;
}

/** What it tells of a client that makes requests of plain HTTP; see `RelayHandlers`. */
export interface HttpSide {
  request(request: PlainRequest | null): void;
  failed(repeats: boolean): void;
  answered(keeps: boolean): void;
  dropped(): void;
}

/** Who looks after one client's connection at the relay. */
export interface ConnectionOwner {
  readonly egressRoute: LineSide | null;
  readonly http?: HttpSide;
  /** What a client of SOCKS5 has sent. */
  spoken?(bytes: Buffer): void;
  associated?(port: number): void;
  destination?(bytes: Buffer): void;
  /** `bytes` came back since its sides were one. */
  gone(bytes: number): void;
}
