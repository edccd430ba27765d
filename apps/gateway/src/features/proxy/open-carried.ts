import type { EventLoopUtilization } from 'node:perf_hooks';
import type { Socket } from 'node:net';
import { Bridges } from './bridges.ts';
import { CarriedLine } from './carried-line.ts';
import { CarriedPasses } from './carried-passes.ts';
import { Carrier } from './carrier.ts';
import { tellEnds } from './client-ends.ts';
import type { Engine } from './engine.ts';
import type { PassParts } from './pass-parts.ts';

/** The HTTP port, where the carrier serves it. */
export interface Carried {
  readonly port: number;
  utilization(): EventLoopUtilization;
  /** To be called every second or so. */
  tick(): void;
  /** Ends what has not moved since the last time. */
  stir(): void;
  /** Everything has ended, and is paid. */
  close(): Promise<void>;
}

const connectMethod = 'CONNECT ';

/** Has `program` take clients at the HTTP port. Tunnels by CONNECT stay with it; all else is brought here, and `welcome`d. */
export async function openCarried(
  engine: Engine,
  program: string,
  welcome: (socket: Socket) => void,
): Promise<Carried> {
  const bridges = await Bridges.open(engine.now);
  const { host, httpPort, user } = engine.setup;
  let passes: CarriedPasses | null = null;
  const opened = await Carrier.open({
    ...{ program, host, port: httpPort, user, bridge: bridges.name, now: engine.now },
    onHead(carrier, line, ends, head) {
      if (head.toString('latin1', 0, connectMethod.length) === connectMethod) {
        return open(carrier, line, ends.from, head);
      }
      bridge(carrier, line, ends);
      // What becomes of it is heard at the bridge.
      return null;
    },
    onTaken: (pass, line) => passes?.taken(pass, line),
    onPassed: (pass) => passes?.passed(pass),
    onEnd() {
      // The agent starts both anew.
      throw new Error('The carrier ended');
    },
  });

  /** A client has said the whole head of a CONNECT. */
  function open(carrier: Carrier, line: number, from: string, head: Buffer): CarriedLine {
    passes ??= passesOf(carrier);
    const one = new CarriedLine(engine, carrier, line, passes);
    one.take(from, head);
    return one;
  }

  function passesOf(carrier: Carrier): CarriedPasses {
    const parts: PassParts = {
      engine,
      carrier,
      askAnew: (line, { from, head }) =>
        carrier.keep(line, open(carrier, line, from, Buffer.from(head, 'latin1'))),
    };
    return (engine.ahead = new CarriedPasses(parts));
  }

  function bridge(
    carrier: Carrier,
    line: number,
    ends: { readonly from: string; readonly near: string },
  ): void {
    const token = bridges.expect((socket) => {
      tellEnds(socket, ends);
      welcome(socket);
      socket.resume();
    });
    carrier.orders.bridge(line, true, token);
    carrier.soon();
  }

  return {
    port: opened.port,
    utilization: () => opened.carrier.utilization(),
    tick() {
      bridges.tick();
      opened.carrier.dials.tick(engine.now());
      passes?.tick(engine.now());
    },
    stir() {
      opened.carrier.orders.stir();
      opened.carrier.soon();
    },
    async close() {
      await opened.carrier.finish();
      bridges.close();
    },
  };
}
