import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type StartedDisplay, startDisplay } from '@comet/e2e';
import { buildCrate, buildDesktop, LAB_COMMANDS, WINDOW_COMMANDS } from '@comet/stack';
import { must } from '../tunnels/by-hand.ts';
import type { Bench, BenchRun } from '../bench.ts';
import type { CaseFigures } from '../report.ts';
import type { SignedInClient } from '../services.ts';
import { daemonAtRest, type Rest, cpuShareOf, memoryOf } from './daemon.ts';
import { openWindow } from './window.ts';

const amounts: Record<BenchRun['extent'], Amounts> = {
  full: {
    ...{ warmUps: 1, turns: 7, restingTurns: 5, warming: 1_000 },
    ...{ settling: 3_000, watching: 3_000, calm: 15_000, watchingCalm: 10_000 },
  },
  smoke: {
    ...{ warmUps: 0, turns: 1, restingTurns: 1, warming: 0 },
    ...{ settling: 1_000, watching: 200, calm: 0, watchingCalm: 200 },
  },
};

interface Amounts extends Rest {
  readonly warmUps: number;
  readonly turns: number;
  /** Milliseconds from a window that is up to its click. */
  readonly warming: number;
  /** Milliseconds in which an app that is connected settles, and for which it is watched: a tick of the clock is a tenth of a percent. */
  readonly calm: number;
  readonly watchingCalm: number;
}

/** What a case needs beside the client: a desk, and the two programs that are compared. */
interface Ground extends SignedInClient {
  readonly display: StartedDisplay;
  readonly app: string;
  readonly empty: string;
  readonly amount: Amounts;
  readonly log: (line: string) => void;
}

/** The app in its window, and the daemon, compared with minimal programs on the same basis. */
export const desktopBench: Bench = {
  name: 'desktop',
  metric: 'time from a click to the word on the screen, and what app and daemon take while nothing happens',
  unit: 'ms',
  better: 'lower',
  packages: { ...LAB_COMMANDS, ...WINDOW_COMMANDS },
  needsLab: true,
  measure: ({ log, extent, signedInClient }) =>
    signedInClient(async (client) => {
      const app = await buildDesktop(log);
      if (app === null) throw new Error('This machine cannot build the desktop app');
      const empty = await buildCrate('empty-window');
      const folder = await mkdtemp(join(tmpdir(), 'comet-bench-'));
      const amount = amounts[extent];
      try {
        const display = await startDisplay(client.lab, folder);
        const ground: Ground = { ...client, display, app, empty, amount, log };
        const figures: CaseFigures[] = [];
        try {
          figures.push(...(await clicked(ground)), ...(await resting(ground)));
        } finally {
          await display.close();
        }
        figures.push(...(await daemonAtRest(client, folder, amount, log)));
        return figures;
      } finally {
        await rm(folder, { recursive: true });
      }
    }),
};

/** Alternately: the command, then a click in the open window. Warm-up turns do not count. */
async function clicked({ lab, location, display, app, amount, log }: Ground): Promise<CaseFigures[]> {
  const [clicks, commands, windows]: [number[], number[], number[]] = [[], [], []];
  const command = `s=$(date +%s%N); comet connect ${location} >&2; e=$(date +%s%N); echo $((e - s))`;
  for (let turn = 1 - amount.warmUps; turn <= amount.turns; turn += 1) {
    const { stdout } = await lab.exec('client', ['sh', '-c', command]);
    await must(lab, 'client', ['comet', 'disconnect']);
    const window = await openWindow(display, app);
    await sleep(amount.warming);
    const click = await window.clickToConnected();
    await window.end();
    await must(lab, 'client', ['comet', 'disconnect']);
    if (turn < 1) continue;
    clicks.push(click);
    commands.push(Number(stdout) / 1e6);
    windows.push(window.upAfter);
    log(
      `turn ${turn}: click ${click} ms, comet ${(Number(stdout) / 1e6).toFixed(0)} ms, window ${window.upAfter.toFixed(0)} ms`,
    );
  }
  const allowed = 'comet connect and 150 ms';
  return [
    {
      case: 'click to Connected on screen',
      ours: clicks,
      peers: { [allowed]: commands.map((figure) => figure + 150), 'comet connect': commands },
      target: { [allowed]: 1 },
    },
    within('window up, warm', windows, 1_000, 'ms'),
  ];
}

/** The app's window compared with an empty one, and its processor time without input. */
async function resting(ground: Ground): Promise<CaseFigures[]> {
  const { lab, location, app, empty, amount, log } = ground;
  const [ours, theirs, quiet, connected]: [number[], number[], number[], number[]] = [[], [], [], []];
  for (let turn = 1; turn <= amount.restingTurns; turn += 1) {
    theirs.push(await opened(ground, empty, memoryOf));
    await opened(ground, app, async (pid) => {
      ours.push(memoryOf(pid));
      quiet.push(await cpuShareOf(pid, amount.watching));
      await must(lab, 'client', ['comet', 'connect', location]);
      await sleep(amount.calm);
      connected.push(await cpuShareOf(pid, amount.watchingCalm));
      await must(lab, 'client', ['comet', 'disconnect']);
    });
    log(
      `turn ${turn}: app ${ours.at(-1)?.toFixed(1)} MB, empty window ${theirs.at(-1)?.toFixed(1)} MB; ` +
        `${quiet.at(-1)?.toFixed(2)} % of a core at rest, ${connected.at(-1)?.toFixed(2)} % connected`,
    );
  }
  return [
    {
      case: 'memory of the app',
      unit: 'MB',
      ours,
      peers: { 'empty window': theirs },
      target: { 'empty window': 1.15 },
    },
    { ...within('processor of the app at rest', quiet, 1, '% of a core'), canBeZero: true },
    { ...within('processor of the app, connected', connected, 1, '% of a core'), canBeZero: true },
  ];
}

/** Opens a program without the driver, waits until it has settled, measures it, and ends it. */
async function opened<T>(
  { lab, display, amount }: Ground,
  program: string,
  look: (pid: number) => T | Promise<T>,
): Promise<T> {
  const child = lab.spawn('client', [program], { env: { ...display.env }, stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  await sleep(amount.settling);
  if (child.pid === undefined || child.exitCode !== null) throw new Error(`${program} did not stay`);
  try {
    return await look(child.pid);
  } finally {
    child.kill();
    await ended;
  }
}

/** A case whose only peer is a limit. */
function within(name: string, ours: readonly number[], limit: number, unit: string): CaseFigures {
  const peer = `limit of ${limit} ${unit}`;
  return { case: name, unit, ours, peers: { [peer]: ours.map(() => limit) }, target: { [peer]: 1 } };
}
