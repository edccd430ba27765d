/** The block of ports of one stack, by what listens there. */
export function portBlock(
  first: number,
): Readonly<
  Record<'api' | 'dashboard' | 'site' | 'sandbox' | 'smtp' | 'database' | 'answers' | 'desk', number>
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
    answers: first + 6,
    desk: first + 7,
  };
}

/** Where the parts of a stack are reached from this machine; no address ends in a slash except the mailbox's. */
export interface Addresses {
  readonly api: string;
  readonly dashboard: string;
  readonly site: string;
  readonly sandbox: string;
  readonly mailbox: string;
  /** The operator's desk: by another host name than the dashboard's, for cookies know no ports. */
  readonly desk: string;
  readonly docs: string;
  /** A connection string, password included. */
  readonly database: string;
}

export function addressesOf(first: number, databasePassword: string): Addresses {
  const ports = portBlock(first);
  const at = (port: number): string => `http://127.0.0.1:${port}`;
  return {
    api: at(ports.api),
    // By its name: a browser makes passkeys for names, never for an address (WebAuthn §5.1.3).
    dashboard: `http://localhost:${ports.dashboard}`,
    site: at(ports.site),
    // By its address: to a browser that is another site than the dashboard's, as payment and identity providers are.
    sandbox: at(ports.sandbox),
    mailbox: `${at(ports.sandbox)}/mailbox/`,
    desk: at(ports.desk),
    docs: `${at(ports.api)}/api/docs`,
    database: `postgresql://postgres:${databasePassword}@127.0.0.1:${ports.database}/comet`,
  };
}
