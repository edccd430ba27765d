/** The ports of one stack, by service. */
export function portBlock(
  first: number,
): Readonly<
  Record<
    | 'api'
    | 'dashboard'
    | 'site'
    | 'sandbox'
    | 'smtp'
    | 'database'
    | 'replies'
    | 'operatorConsole'
    | 'metrics',
    number
  >
> {
  return {
    ...{
      api: first,
      dashboard: first + 1,
      site: first + 2,
      sandbox: first + 3,
      smtp: first + 4,
      database: first + 5,
    },
    replies: first + 6,
    operatorConsole: first + 7,
    metrics: first + 8,
  };
}

/** The addresses of a stack on this machine; only the mailbox's ends in a slash. */
export interface Addresses {
  readonly api: string;
  readonly dashboard: string;
  readonly site: string;
  readonly sandbox: string;
  readonly mailbox: string;
  /** The operator console, on another host name than the dashboard's, because cookies ignore ports. */
  readonly operatorConsole: string;
  readonly docs: string;
  /** A connection string, password included. */
  readonly database: string;
}

/** Returns the addresses of the stack whose port block begins at `first`. */
export function addressesOf(first: number, databasePassword: string): Addresses {
  const ports = portBlock(first);
  const at = (port: number): string => `http://127.0.0.1:${port}`;
  return {
    api: at(ports.api),
    // By name: browsers create passkeys for names, never for addresses (WebAuthn §5.1.3).
    dashboard: `http://localhost:${ports.dashboard}`,
    site: at(ports.site),
    // By address: for browsers another site than the dashboard, as payment and identity providers are.
    sandbox: at(ports.sandbox),
    mailbox: `${at(ports.sandbox)}/mailbox/`,
    // By name, for passkeys of operators.
    operatorConsole: `http://localhost:${ports.operatorConsole}`,
    docs: `${at(ports.api)}/api/docs`,
    database: `postgresql://postgres:${databasePassword}@127.0.0.1:${ports.database}/comet`,
  };
}
