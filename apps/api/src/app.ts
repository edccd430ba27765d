import type { FastifyInstance } from 'fastify';
import { authenticateExit, exitAlerts } from './features/exits/index.ts';
import { authenticateGateway, gatewayAlerts } from './features/gateways/index.ts';
import { authenticateUsers } from './features/users/index.ts';
import { mountDocs } from './platform/http/docs.ts';
import { createIdempotency } from './platform/http/requests/idempotency.ts';
import { meterRoutes } from './platform/http/observability/metrics.ts';
import { mountProbes } from './platform/http/observability/probes.ts';
import { createRateLimiter } from './platform/http/limits/rate-limit.ts';
import { mountSecurityTxt } from './platform/http/docs.ts';
import { createServer } from './platform/http/server.ts';
import { registerReadinessMetric } from './platform/process-metrics.ts';
import { createReadiness } from './readiness.ts';
import { routesOf } from './routes.ts';
import type { AppDependencies } from './app-dependencies.ts';

/** Creates the HTTP server of the control plane. It does not listen yet. */
export async function createApp(dependencies: AppDependencies): Promise<FastifyInstance> {
  const { settings, db, clock, log, keys, metrics } = dependencies;
  const limiter = createRateLimiter({ quick: dependencies.quick, clock, secret: keys.buckets });
  const app = createServer({
    routes: routesOf(dependencies, { limiter }),
    authentication: {
      ...authenticateUsers({ db, quick: dependencies.quick, clock }),
      gateway: authenticateGateway({ db, clock, log, alert: gatewayAlerts(metrics) }),
      exit: authenticateExit({ db, clock, log, alert: exitAlerts(metrics) }),
    },
    limiter,
    idempotency: createIdempotency({ db, clock, secret: keys.buckets }),
    defaultLimit: dependencies.defaultLimit,
    log,
    meterRoute: meterRoutes(metrics),
    traces: dependencies.traces,
    trustedProxies: settings.trustedProxies,
    dashboardOrigin: new URL(settings.dashboardUrl).origin,
    draining: dependencies.draining,
  });
  const { draining } = dependencies;
  const ready = createReadiness({ db, keys });
  mountProbes(app, { ready, draining });
  registerReadinessMetric(metrics, async () => !draining.aborted && (await ready()).isReady);
  mountSecurityTxt(app, {
    clock,
    contact: settings.supportMail,
    origins: [settings.publicUrl, settings.dashboardUrl, settings.siteUrl],
  });
  await mountDocs(app, settings.publicUrl);
  return app;
}
