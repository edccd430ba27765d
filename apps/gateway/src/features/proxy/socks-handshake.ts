import type { Socket } from 'node:net';
import { farEnd } from './client-ends.ts';
import { associate } from './associate.ts';
import { type Door, hangUp } from './door.ts';
import type { Credentials } from './http-head.ts';
import { readDestination } from './read-destination.ts';
import { type Refusal, refusals } from './refusals.ts';
import {
  methods,
  type Read,
  readGreeting,
  readLogin,
  readRequest,
  type SocksRequest,
  writeReply,
} from './socks-frames.ts';
import { admit, openTunnel, type Visitor } from './visit.ts';

/** One client's way through SOCKS5 (RFC 1928) with user name and password (RFC 1929). */
export class SocksHandshake {
  readonly #socket: Socket;
  readonly #door: Door;
  #heard = Buffer.alloc(0);
  #step: () => boolean = () => this.#greet();
  #visitor: Visitor | null = null;
  readonly #onData = (chunk: Buffer): void => this.hear(chunk);

  constructor(socket: Socket, door: Door) {
    this.#socket = socket;
    this.#door = door;
    socket.on('data', this.#onData);
    socket.resume();
  }

  hear(chunk: Buffer): void {
    this.#heard = this.#heard.length === 0 ? Buffer.from(chunk) : Buffer.concat([this.#heard, chunk]);
    while (this.#step());
  }

  #greet(): boolean {
    const offered = this.#next(readGreeting);
    if (offered === null) return false;
    const known = admit(this.#door.engine, null, this.#address);
    if (offered.includes(methods.password)) {
      this.#socket.write(Buffer.of(5, methods.password));
      this.#step = () => this.#login();
    } else if (offered.includes(methods.none) && known.ok) {
      this.#visitor = known.value;
      this.#socket.write(Buffer.of(5, methods.none));
      this.#step = () => this.#request();
    } else return this.#leave(Buffer.of(5, methods.refused));
    return true;
  }

  #login(): boolean {
    const credentials = this.#next(readLogin);
    if (credentials === null) return false;
    const admitted = admit(this.#door.engine, orNone(credentials), this.#address);
    // Any status but 0 is a failure; ours tell a wrong parameter from a wrong password.
    if (!admitted.ok) return this.#leave(Buffer.of(1, loginStatus(admitted.error)));
    this.#visitor = admitted.value;
    this.#socket.write(Buffer.of(1, 0));
    this.#step = () => this.#request();
    return true;
  }

  #request(): boolean {
    const request = this.#next(readRequest);
    if (request === null || this.#visitor === null) return false;
    this.#socket.off('data', this.#onData);
    this.#socket.pause();
    this.#door.settled(this.#socket);
    void this.#carryOut(request, this.#visitor).then((refusal) => {
      if (refusal !== null) this.#leave(writeReply(refusals[refusal].reply));
    });
    return false;
  }

  async #carryOut({ command, host, port }: SocksRequest, visitor: Visitor): Promise<Refusal | null> {
    const { engine } = this.#door;
    if (command === 'udp') return associate(engine, visitor, this.#socket, { host, port });
    const destination = readDestination(host, port);
    if (command === 'other') return 'udp_unavailable';
    if (destination === null) return 'destination_refused';
    return openTunnel(engine, visitor, destination, this.#socket, this.#heard, () =>
      this.#socket.write(writeReply(0)),
    );
  }

  /** The next message, or null until it is whole; what can never become one ends the connection. */
  #next<T>(read: (bytes: Buffer) => Read<T>): T | null {
    const message = read(this.#heard);
    if (message === 'bad') this.#socket.destroy();
    if (typeof message === 'string') return null;
    this.#heard = this.#heard.subarray(message.length);
    return message.message;
  }

  #leave(word: Buffer): false {
    this.#door.settled(this.#socket);
    this.#socket.off('data', this.#onData);
    hangUp(this.#socket, word);
    return false;
  }

  get #address(): string {
    return farEnd(this.#socket);
  }
}

/** A program that must say something says nothing: then the address speaks for it. */
function orNone(credentials: Credentials): Credentials | null {
  return credentials.username === '' ? null : credentials;
}

const statuses: Partial<Record<Refusal, number>> = {
  bad_credentials: 1,
  credentials_required: 1,
  bad_parameter: 16,
  bad_country: 17,
  bad_city: 18,
  bad_session: 19,
  bad_lifetime: 20,
  bad_ifgone: 21,
};

function loginStatus(refusal: Refusal): number {
  return statuses[refusal] ?? 255;
}
