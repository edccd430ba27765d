import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '@comet/contract';
import { sendWave } from './http-load.ts';
import { makeOwners, type Owner } from './payments.ts';
import { peerProgram } from '../start-peer.ts';
import type { Bench } from '../bench.ts';
import { type CaseFigures, quantile } from '../report.ts';
import { makeSessions, requestBytes } from './sessions.ts';

const workers = 8;
const amounts = {
  full: { turns: 7, seconds: 2.5, owners: 100, readers: 500 },
  smoke: { turns: 1, seconds: 0.2, owners: 3, readers: 50 },
};
const readers = 4;
const readPauseMs = 2;

/** Password sign-ins by owners on known devices, as fast as the API accepts them. */
export const loginBench: Bench = {
  name: 'login',
  metric: 'sign-ins a second, and what they do to others',
  unit: 'a second',
  better: 'higher',
  measure: ({ log, extent, controlPlane }) =>
    controlPlane(async ({ addresses }) => {
      const port = Number(new URL(addresses.api).port);
      const amount = amounts[extent];
      const { seconds } = amount;
      const owners = await makeOwners(addresses, amount.owners);
      const sessions = await makeSessions(addresses.database, amount.readers);
      // From many source addresses: limits per address are not measured here.
      const signIns = Array.from({ length: 40 }, (_, round) =>
        owners.map((owner, index) => logInBytes(owner, `10.${50 + round}.${index}.1`)),
      ).flat();
      const reads = sessions.map((session) => requestBytes(api.currentUser, session));
      let begun = 0;
      const nextSignIn = () => signIns[begun++ % signIns.length] ?? null;
      const signIn: Wave = (until) =>
        sendWave({
          ...{ port, workers, status: api.logIn.status },
          requestOf: () => (until() ? null : nextSignIn()),
        });
      const readOn: Wave = (until) =>
        sendWave({
          ...{ port, workers: readers, pauseMs: readPauseMs },
          requestOf: (index) => (until() ? null : (reads[index % reads.length] ?? null)),
          status: api.currentUser.status,
        });
      await Promise.all([signIn(after(2 * seconds)), readOn(after(2 * seconds))]);
      return [await rates(log, amount, signIn), await besides(log, amount, signIn, readOn)];
    }),
};

/** Number of turns for each side, and seconds per turn. */
interface Extent {
  readonly turns: number;
  readonly seconds: number;
}

type Wave = (until: () => boolean) => ReturnType<typeof sendWave>;

function after(duration: number): () => boolean {
  const end = performance.now() + duration * 1000;
  return () => performance.now() > end;
}

/** Sign-ins per second compared with password checks per second, alternately. */
async function rates(
  log: (line: string) => void,
  { turns, seconds }: Extent,
  signIn: Wave,
): Promise<CaseFigures> {
  const peer = fork(peerProgram('argon2'));
  const left = once(peer, 'exit').then(() => Promise.reject(new Error('The bare checks ended')));
  const check = async () => {
    peer.send(seconds);
    const [rate] = (await Promise.race([once(peer, 'message'), left])) as [number];
    return round(rate);
  };
  await check();
  const ours: number[] = [];
  const bare: number[] = [];
  for (let turn = 1; turn <= turns; turn += 1) {
    const load = await signIn(after(seconds));
    ours.push(round(load.milliseconds.length / load.seconds));
    bare.push(await check());
    log(`turn ${turn}: ${ours.at(-1)} sign-ins, ${bare.at(-1)} bare checks a second`);
  }
  peer.kill();
  return { case: 'sign-ins', ours, peers: { '@node-rs/argon2': bare }, target: { '@node-rs/argon2': 0.9 } };
}

/** The 99th percentile of an authenticated read's time while sign-ins saturate the API, compared with its value without load. */
async function besides(
  log: (line: string) => void,
  { turns, seconds }: Extent,
  signIn: Wave,
  readOn: Wave,
): Promise<CaseFigures> {
  const ours: number[] = [];
  const quiet: number[] = [];
  for (let turn = 1; turn <= turns; turn += 1) {
    quiet.push(p99(await readOn(after(seconds))));
    let isOver = false;
    const flood = signIn(() => isOver);
    await sleep(200);
    ours.push(p99(await readOn(after(seconds))));
    isOver = true;
    await flood;
    log(`turn ${turn}: p99 of reads ${ours.at(-1)} ms beside sign-ins, ${quiet.at(-1)} ms in quiet`);
  }
  const peers = { 'in quiet': quiet };
  return { case: "others' p99", unit: 'ms', better: 'lower', ours, peers, target: { 'in quiet': 2 } };
}

function logInBytes({ email, password, deviceId }: Owner, address: string): Buffer {
  return requestBytes(api.logIn, { deviceId, address }, JSON.stringify({ email, password }));
}

function p99({ milliseconds }: Awaited<ReturnType<typeof sendWave>>): number {
  return round(quantile(milliseconds, 0.99));
}

function round(figure: number): number {
  return Number(figure.toPrecision(4));
}
