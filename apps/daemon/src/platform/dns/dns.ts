/** The machine's DNS resolvers. */
export interface Dns {
  /**
   * Makes these the only resolvers, reached through `link`, and saves the previous ones. Rejects with FullDisk, without any change, if
   * they cannot be saved.
   */
  use(servers: readonly string[], link: string): Promise<void>;
  /** Restores the previous resolvers, also those that an earlier process replaced. Does nothing if none were replaced. */
  restore(): Promise<void>;
}
