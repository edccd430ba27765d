import type { FastifyInstance } from 'fastify';
import type { Paddle } from '../paddle/index.ts';
import type { SandboxClock } from '../platform/sandbox-clock.ts';

/** Levers that the real world does not have; see README.md. */
export function controlRoutes(
  app: FastifyInstance,
  parts: { clock: SandboxClock; paddle: Paddle; changed: () => void },
): void {
  app.get('/control/clock', () => ({ now: parts.clock.now().toISOString() }));
}
