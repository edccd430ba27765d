/**
 * Number and duration in ms of the turns after which it no longer waits for a frame: a covered window paints
 * none.
 */
const turns = 10;
const turn = 25;

/** Calls back when the current state of the page was painted; at once if the page is hidden. */
export function afterNextFrame(callback: () => void): void {
  if (document.hidden) {
    callback();
    return;
  }
  let called = false;
  const once = () => {
    if (!called) callback();
    called = true;
  };
  // A timer that is started in the callback before a frame runs after the frame.
  requestAnimationFrame(() => setTimeout(once));
  // Sequential timers: on a busy machine they are delayed as much as the frame.
  const wait = (left: number): void => {
    if (!called) setTimeout(() => (left === 0 ? once() : wait(left - 1)), turn);
  };
  wait(turns);
}
