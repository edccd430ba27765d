/** An open line to the daemon. */
export interface OpenWire {
  /** `line` ends with a line break. Rejects when the line is closed. */
  send(line: string): Promise<void>;
}

/** How lines reach the daemon: through the window's shell, or through a test. */
export interface Wire {
  /** Rejects when nobody listens at the daemon's socket. `onClose` is called once, when an open line ends. */
  open(onLine: (line: string) => void, onClose: () => void): Promise<OpenWire>;
}
