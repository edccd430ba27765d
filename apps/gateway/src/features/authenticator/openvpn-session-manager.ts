import type { Authorisation, CredentialTable } from './credential-table.ts';

/** The maximum number of devices of an account; a session whose client disappeared counts until the server notices. */
const sessionsPerSubject = 10;

interface Session {
  readonly server: string;
  readonly cid: number;
  readonly authorisation: Authorisation;
  /** Tunnel addresses. */
  readonly addresses: string[];
}

/** A command for one server's management interface. */
export interface Command {
  readonly server: string;
  readonly line: string;
}

/**
 * Decides which sessions are admitted and which must end. Pure: it takes events and returns commands. A session is identified by its
 * server and the number that the server assigned, and linked to the customer only by the pseudonym at this gateway.
 */
export class OpenvpnSessionManager {
  readonly #credentialTable: CredentialTable;
  readonly #sessions = new Map<string, Session>();
  /** The addresses of sessions that must end, until the server confirms it. */
  readonly #ending = new Map<string, readonly string[]>();

  constructor(credentialTable: CredentialTable) {
    this.#credentialTable = credentialTable;
  }

  get size(): number {
    return this.#sessions.size;
  }

  sizeOf(server: string): number {
    return [...this.#sessions.values()].filter((session) => session.server === server).length;
  }

  /** Returns the reply to a login, or to the renewal of a session key. `now` is in unix seconds. */
  login(
    server: string,
    request: {
      readonly cid: number;
      readonly kid: number;
      readonly username: string;
      readonly password: string;
    },
    now: number,
  ): Command {
    const { cid, kid } = request;
    const name = nameOf(server, cid);
    const authorisation = this.#credentialTable.find(request.username, request.password, now);
    const present = this.#sessions.has(name);
    if (authorisation === null || !(present || this.#credentialTable.mayOpenSession(authorisation, now))) {
      // With its old key, the session could continue until that key expires.
      this.#dismiss(name);
      return { server, line: present ? kill(cid) : `client-deny ${cid} ${kid} "unknown"` };
    }
    if (!present && this.#countOf(authorisation.sub) >= sessionsPerSubject)
      return {
        server,
        line: `client-deny ${cid} ${kid} "too many" "TEMP[backoff 60]: Too many sessions"`,
      };
    // A session that must end, and is admitted again first, still has its addresses.
    const addresses = this.#sessions.get(name)?.addresses ?? [...(this.#ending.get(name) ?? [])];
    this.#sessions.set(name, { server, cid, authorisation, addresses });
    return { server, line: `client-auth-nt ${cid} ${kid}` };
  }

  /** Records an address that the server assigned to a session. */
  assignAddress(server: string, cid: number, address: string): void {
    const addresses = this.#sessions.get(nameOf(server, cid))?.addresses;
    // A session has at most two addresses; further ones are ignored.
    if (addresses !== undefined && addresses.length < 2 && !addresses.includes(address))
      addresses.push(address);
  }

  /** Call when a client has disconnected. Returns the freed addresses. */
  gone(server: string, cid: number): readonly string[] {
    const name = nameOf(server, cid);
    const freed = this.#sessions.get(name)?.addresses ?? this.#ending.get(name) ?? [];
    this.#sessions.delete(name);
    this.#ending.delete(name);
    return freed;
  }

  /** Call when a server has ended, with all of its sessions. Returns the freed addresses. */
  closed(server: string): readonly string[] {
    const names = [...this.#sessions.keys(), ...this.#ending.keys()];
    return names
      .filter((name) => name.startsWith(`${server} `))
      .flatMap((name) => this.gone(server, Number(name.slice(server.length + 1))));
  }

  /** Ends sessions whose authorisation is no longer valid, or all of them if the credential table has expired. */
  evict(now: number): readonly Command[] {
    const trusted = this.#credentialTable.isTrusted(now);
    const commands: Command[] = [];
    for (const [name, { server, cid, authorisation }] of this.#sessions) {
      if (trusted && this.#credentialTable.isValid(authorisation)) continue;
      this.#dismiss(name);
      commands.push({ server, line: kill(cid) });
    }
    return commands;
  }

  #dismiss(name: string): void {
    const session = this.#sessions.get(name);
    if (session === undefined) return;
    this.#sessions.delete(name);
    this.#ending.set(name, session.addresses);
  }

  #countOf(sub: string): number {
    let count = 0;
    for (const { authorisation } of this.#sessions.values()) if (authorisation.sub === sub) count += 1;
    return count;
  }
}

/** HALT makes the client's program exit; without it, the client would reconnect at once and be refused. */
function kill(cid: number): string {
  return `client-kill ${cid} HALT`;
}

function nameOf(server: string, cid: number): string {
  return `${server} ${cid}`;
}
