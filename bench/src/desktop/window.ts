import { setTimeout as sleep } from 'node:timers/promises';
import { openWebDriver, type StartedDisplay, type WebDriver } from '@comet/e2e';

/** The app's window, opened by WebKitWebDriver. */
export interface OpenedWindow {
  /** Milliseconds from the start of the program to the first contentful paint. */
  readonly firstFrameMs: number;
  /** Clicks Connect on the home screen and returns the milliseconds until a frame shows `Connected`. */
  clickToConnected(): Promise<number>;
  end(): Promise<void>;
}

/** Opens the window and waits for the home screen. */
export async function openWindow({ socket }: StartedDisplay, program: string): Promise<OpenedWindow> {
  const called = Date.now();
  const driver = await openWebDriver(socket, program);
  const painted = await pollScript<number>(driver, FIRST_FRAME);
  await pollScript<boolean>(driver, HOME);
  return {
    firstFrameMs: painted - called,
    async clickToConnected() {
      await driver.execute(CLICK);
      return pollScript<number>(driver, 'return window.took');
    },
    end: () => driver.end(),
  };
}

/** In milliseconds since 1970 (W3C, Paint Timing). */
const FIRST_FRAME = `
  const [first] = performance.getEntriesByName('first-contentful-paint');
  return first === undefined ? null : performance.timeOrigin + first.startTime;`;

const HOME = `return document.querySelector('h1')?.innerText === 'Not protected' || null;`;

/**
 * The page measures the time, so that the driver's latency does not count. A timeout set in requestAnimationFrame runs after the frame is
 * drawn.
 */
const CLICK = `
  window.took = null;
  const connected = () => document.querySelector('h1')?.innerText === 'Connected';
  const pressed = performance.now();
  const changes = new MutationObserver(() => {
    if (!connected()) return;
    changes.disconnect();
    requestAnimationFrame(() => setTimeout(() => { window.took = performance.now() - pressed; }));
  });
  changes.observe(document.body, { subtree: true, childList: true, characterData: true });
  [...document.querySelectorAll('button')].find((button) => button.innerText === 'Connect').click();`;

async function pollScript<T>(driver: WebDriver, script: string): Promise<T> {
  for (const end = Date.now() + 20_000; Date.now() < end; await sleep(20)) {
    const result = await driver.execute<T | null>(script);
    if (result !== null) return result;
  }
  throw new Error(`The script returned no value in time: ${script}`);
}
