/** Turns of this many milliseconds without a frame, after which none is waited for: none is drawn where the window is covered. */
const turns = 10;
const turn = 25;

/** Calls back when a frame with the present page was rendered; at once if the page is hidden. */
export function whenDrawn(callback: () => void): void {
  if (document.hidden) {
    callback();
    return;
  }
  let called = false;
  const once = () => {
    if (!called) callback();
    called = true;
  };
  // What is put off in the call before a frame runs behind it.
  requestAnimationFrame(() => setTimeout(once));
  // One turn after the other: on a machine that has other work they are as late as the frame is.
  const wait = (left: number): void => {
    if (!called) setTimeout(() => (left === 0 ? once() : wait(left - 1)), turn);
  };
  wait(turns);
}
