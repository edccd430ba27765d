import type { EventLoopUtilization } from 'node:perf_hooks';
import type { CarriedLine } from './carried-line.ts';
import { CarriedPasses } from './carried-passes.ts';
import { Carrier } from './carrier.ts';
import type { Engine } from './engine.ts';
import { HttpClient } from './http-client.ts';
import type { PassParts } from './pass-parts.ts';
import { SocksClient } from './socks-client.ts';
import { takeRelayed } from './take-relayed.ts';
import { takeConnect } from './take-connect.ts';

/** The ports of HTTP and SOCKS5, which the carrier serves. */
export interface Carried {
  readonly ports: readonly [number, number];
  utilization(): EventLoopUtilization;
  /** To be called every second or so. */
  tick(): void;
  /** Ends what has not moved since the last time. */
  stir(): void;
  /** Everything has ended, and is paid. */
  close(): Promise<void>;
}

/** The first byte of SOCKS5 (RFC 1928 §3). */
const socks = 5;

/** Has the carrier take clients, and connections of tunnels at the socket with the descriptor `tunnels`: what they ask for is decided here, and
 * their bytes stay with it. */
export async function openCarried(engine: Engine, tunnels: number | null = null): Promise<Carried> {
  const { carrier: program, host, httpPort, socksPort, user, relay } = engine.setup;
  let passes: CarriedPasses | null = null;
  const opened = await Carrier.open({
    ...{ program, host, ports: [httpPort, socksPort], user, tunnels, now: engine.now },
    onHead(carrier, line, ends, heard) {
      if (heard[0] !== socks) return carrier.keep(line, connect(carrier, line, ends.from, heard));
      const client = new SocksClient(engine, carrier, line, ends);
      carrier.keep(line, client);
      client.spoken(heard);
    },
    onHttp: (carrier, line, from) => new HttpClient(engine, carrier, line, from),
    onTunnel(carrier, line, from, to) {
      const tunnel = relay === null ? null : takeRelayed(engine, carrier, relay, line, from, to);
      if (tunnel === null) carrier.end(line);
      else carrier.keep(line, tunnel);
    },
    onTaken: (pass, line) => passes?.taken(pass, line),
    onPassed: (pass) => passes?.passed(pass),
    onEnd() {
      // The agent starts both anew.
      throw new Error('The carrier ended');
    },
  });

  function connect(carrier: Carrier, line: number, from: string, heard: Buffer): CarriedLine {
    passes ??= passesOf(carrier);
    return takeConnect(engine, carrier, passes, line, from, heard);
  }

  function passesOf(carrier: Carrier): CarriedPasses {
    const parts: PassParts = {
      engine,
      carrier,
      askAnew: (line, { from, head }) =>
        carrier.keep(line, connect(carrier, line, from, Buffer.from(head, 'latin1'))),
    };
    return (engine.ahead = new CarriedPasses(parts));
  }

  return {
    ports: opened.ports,
    utilization: () => opened.carrier.utilization(),
    tick() {
      opened.carrier.dials.tick(engine.now());
      passes?.tick(engine.now());
    },
    stir() {
      opened.carrier.orders.stir();
      opened.carrier.soon();
    },
    close: () => opened.carrier.finish(),
  };
}
