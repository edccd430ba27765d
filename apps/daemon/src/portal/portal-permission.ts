/** The permission of one program to reach the network's sign-in page while everything else is blocked. */
export interface PortalPermission {
  /**
   * Gives it to a process and to those that it starts, for these seconds at most; a former program loses it. `port`: of the page. False
   * where the system cannot distinguish programs.
   */
  give(pid: number, port: number, seconds: number): Promise<boolean>;
  /** Whether such a process runs. */
  isUsed(): Promise<boolean>;
  /** Removes it. The connections of the program are blocked from now on. */
  end(): Promise<void>;
}
