/** Which resolvers the machine asks. */
export interface Dns {
  /**
   * Makes these the only ones, asked through `link`, keeping what was there before. Rejects with FullDisk where that cannot be kept, and
   * changes nothing then.
   */
  use(servers: readonly string[], link: string): Promise<void>;
  /** Puts back what was there before, also when an earlier process replaced it. Does nothing when nothing was. */
  restore(): Promise<void>;
}
