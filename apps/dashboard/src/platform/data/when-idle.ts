/** Some browsers lack `requestIdleCallback`. */
const FALLBACK_MS = 2000;

/**
 * Preloads what will probably be needed next, once the page is rendered and the browser is idle; not if the
 * user saves data. If it fails, it is loaded when it is needed.
 */
export function whenIdle(fetch: () => Promise<unknown>): void {
  const connection: unknown = Reflect.get(navigator, 'connection');
  const saves =
    typeof connection === 'object' && connection !== null && 'saveData' in connection && connection.saveData;
  if (saves === true) return;
  const begin = () => void fetch().catch(() => undefined);
  const wait = () => {
    if ('requestIdleCallback' in window) requestIdleCallback(begin);
    else setTimeout(begin, FALLBACK_MS);
  };
  if (document.readyState === 'complete') wait();
  else addEventListener('load', wait, { once: true });
}
