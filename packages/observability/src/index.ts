export { listenForScrapes, type MetricsListener } from './listen.ts';
export { createMetrics, type Metrics } from './metrics.ts';
export { exportProcess } from './process-metrics.ts';
export type { Reading } from './readings.ts';
export { collectorUrl, traceVariables } from './trace-variables.ts';
export { isPrivateAddress, scrapeAddress, scrapeVariables } from './scrape-variables.ts';
