import { readdir } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Metrics } from './metrics.ts';

/** Exports the process's CPU time, memory, descriptors and event loop delay, by the names of Prometheus' client libraries. */
export function exportProcess(metrics: Metrics): void {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  const startedAt = Date.now() / 1000 - process.uptime();
  metrics.gauges({
    title: 'process',
    help: {
      process_cpu_seconds_total: 'CPU time in seconds',
      process_resident_memory_bytes: 'Resident memory in bytes',
      process_start_time_seconds: 'Start of the process, Unix seconds',
      process_open_fds: 'Open file descriptors',
      nodejs_eventloop_lag_p99_seconds: '99th percentile of the event loop delay since the last scrape',
    },
    async read() {
      const { user, system } = process.cpuUsage();
      const lag = delay.percentile(99) / 1e9;
      delay.reset();
      const descriptors = await readdir('/proc/self/fd').catch(() => null);
      return {
        process_cpu_seconds_total: [{ value: (user + system) / 1e6 }],
        process_resident_memory_bytes: [{ value: process.memoryUsage.rss() }],
        process_start_time_seconds: [{ value: startedAt }],
        process_open_fds: descriptors === null ? [] : [{ value: descriptors.length }],
        nodejs_eventloop_lag_p99_seconds: Number.isFinite(lag) ? [{ value: lag }] : [],
      };
    },
  });
}
