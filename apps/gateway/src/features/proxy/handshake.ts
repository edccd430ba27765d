import type { Socket } from 'node:net';
import { farEnd } from './client-ends.ts';
import { type Door, hangUp } from './door.ts';
import { headEnd, longestHead, readBasic, readConnect } from './http-head.ts';
import { readAuthority } from './read-destination.ts';
import { httpRefusal, type Refusal } from './refusals.ts';
import { SocksHandshake } from './socks-handshake.ts';
import { admit, openTunnel } from './visit.ts';

const established = 'HTTP/1.1 200 Connection established\r\n\r\n';
const nothing = Buffer.alloc(0);

/** Reads the first bytes of a connection, and lets what they speak decide what becomes of it. */
export function shakeHands(socket: Socket, door: Door): void {
  let heard: Buffer = nothing;
  const hear = (chunk: Buffer): void => {
    const first = heard.length === 0 ? chunk[0] : heard[0];
    if (first === 5) {
      stopHearing();
      return new SocksHandshake(socket, door).hear(chunk);
    }
    // Methods are capital letters; whatever begins otherwise will never become a request.
    if (first === undefined || first < 0x41 || first > 0x5a) return void socket.destroy();
    const from = Math.max(0, heard.length - 3);
    heard = heard.length === 0 ? chunk : Buffer.concat([heard, chunk]);
    const end = heard.indexOf(headEnd, from);
    if (end === -1) return heard.length > longestHead ? refuseHttp(socket, door, 'bad_request') : undefined;
    stopHearing();
    takeHead(socket, door, heard, end);
  };
  const stopHearing = (): void => {
    socket.off('data', hear);
    socket.pause();
  };
  socket.on('data', hear);
}

/** A connection that was heard already, up to the end of a head at least. */
export function takeHttp(socket: Socket, door: Door, heard: Buffer): void {
  takeHead(socket, door, heard, heard.indexOf(headEnd));
}

function takeHead(socket: Socket, door: Door, heard: Buffer, end: number): void {
  const text = heard.toString('latin1', 0, end);
  if (!text.startsWith('CONNECT ')) {
    door.settled(socket);
    return door.plainHttp(socket, heard);
  }
  const head = readConnect(text);
  const destination = head === null ? null : readAuthority(head.authority);
  if (head === null || destination === null) return refuseHttp(socket, door, 'bad_request');
  const credentials = head.authorization === null ? null : readBasic(head.authorization);
  const admitted = admit(door.engine, credentials, farEnd(socket));
  if (!admitted.ok) return refuseHttp(socket, door, admitted.error);
  door.settled(socket);
  const early = heard.subarray(end + headEnd.length);
  void openTunnel(door.engine, admitted.value, destination, socket, early, () =>
    socket.write(established, 'latin1'),
  ).then((refusal) => (refusal === null ? undefined : refuseHttp(socket, door, refusal)));
}

function refuseHttp(socket: Socket, door: Door, refusal: Refusal): void {
  door.settled(socket);
  hangUp(socket, httpRefusal(refusal));
}
