/** What the carrier tells of the side of a line that leaves by an exit. */
export interface LineSide {
  /** An errno, 0 for none. */
  dialled(failure: number): void;
  said(bytes: Buffer): void;
  counted(bytes: number): void;
}

/** Who looks after one client's connection at the carrier. */
export interface LineKeeper {
  readonly way: LineSide;
  /** `bytes` came back since its sides were one. */
  gone(bytes: number): void;
}
